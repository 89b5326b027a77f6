// The largest element of each row of a, which has so many
// rows and columns.
__kernel void row_max(__global float *out,
                      __global const float *a, uint rows,
                      uint columns) {
  size_t row = get_global_id(0);
  if (row >= rows) return;
  float largest = -INFINITY;
  for (uint j = 0; j < columns; j++)
    largest = fmax(largest, a[row * columns + j]);
  out[row] = largest;
}

// The sum of each row of a.
__kernel void row_sum(__global float *out,
                      __global const float *a, uint rows,
                      uint columns) {
  size_t row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0.0f;
  for (uint j = 0; j < columns; j++)
    sum += a[row * columns + j];
  out[row] = sum;
}
