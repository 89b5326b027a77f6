// expect: wrong-answer
// why: A copy: neither group nor place is added.

__kernel void groups_2d(__global int *out, __global const int *a, uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t i = row * width + column;
  if (column < width && row < height) out[i] = a[i];
}
