// expect: wrong-answer
// why: Each work-item does one element and stops, and the rest of the array stays unwritten.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = s * a[i] + b[i];
}
