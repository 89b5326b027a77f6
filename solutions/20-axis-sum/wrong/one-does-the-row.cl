// expect: over-budget
// why: Right, but one work-item of each group adds up the whole row.

__kernel void axis_sum(__global int *out, __global const int *a, __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (l == 0) {
    int sum = 0;
    for (size_t column = 0; column < width; column++) sum += a[row * width + column];
    out[row] = sum;
  }
}
