// expect: wrong-answer
// why: An index of sixteen bits starts again at 0 after 65535.

__kernel void map(__global float *out, __global const float *a) {
  ushort i = get_global_id(0);

  out[get_global_id(0)] = a[i] + 10.0f;
}
