// A work-item a row.

__kernel void sums(__global int *out, __global const int *a, uint rows, uint columns) {
  size_t i = get_global_id(0);
  int sum = 0;
  if (i >= rows) return;
  for (uint k = 0; k < columns; k++) sum += a[i * columns + k];
  out[i] = sum;
}
