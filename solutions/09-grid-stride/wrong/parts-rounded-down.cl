// expect: wrong-answer
// why: The division rounds down, so that the parts together are shorter than the array, and its end stays unwritten.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t length = n / get_global_size(0);
  size_t first = get_global_id(0) * length;
  for (size_t i = first; i < first + length; i++) out[i] = s * a[i] + b[i];
}
