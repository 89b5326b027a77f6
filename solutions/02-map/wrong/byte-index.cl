// expect: wrong-answer
// why: An index of eight bits starts again at 0 after 255.

__kernel void map(__global float *out, __global const float *a) {
  uchar i = get_global_id(0);

  out[get_global_id(0)] = a[i] + 10.0f;
}
