// A kernel for each step: it reads all, and writes all.
__kernel void scale(__global float *out,
                    __global const float *x,
                    __global const float *gain, uint rows,
                    uint columns) {
  size_t i = get_global_id(0);
  if (i < rows * columns) out[i] = x[i] * gain[i % columns];
}

__kernel void shift(__global float *out,
                    __global const float *x,
                    __global const float *bias, uint rows,
                    uint columns) {
  size_t i = get_global_id(0);
  if (i < rows * columns) out[i] = x[i] + bias[i % columns];
}

__kernel void relu(__global float *out,
                   __global const float *x, uint rows,
                   uint columns) {
  size_t i = get_global_id(0);
  if (i < rows * columns) out[i] = fmax(x[i], 0.0f);
}

__kernel void square(__global float *out,
                     __global const float *x, uint rows,
                     uint columns) {
  size_t i = get_global_id(0);
  if (i < rows * columns) out[i] = x[i] * x[i];
}

__kernel void row_mean(__global float *out,
                       __global const float *x, uint rows,
                       uint columns) {
  size_t row = get_global_id(0);
  if (row >= rows) return;
  float sum = 0.0f;
  for (uint j = 0; j < columns; j++)
    sum += x[row * columns + j];
  out[row] = sum / columns;
}
