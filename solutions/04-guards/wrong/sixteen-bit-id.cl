// expect: wrong-answer
// why: An id of sixteen bits starts again at 0 after 65535, and the guard does not notice.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  ushort i = get_global_id(0);

  if (get_global_id(0) < n) {
    out[get_global_id(0)] = a[i] + 10.0f;
  }
}
