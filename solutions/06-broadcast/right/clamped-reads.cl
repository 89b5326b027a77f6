// Every work-item reads an element that there is; only the write is guarded.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  float sum = a[min(column, (size_t)(width - 1))] + b[min(row, (size_t)(height - 1))];
  if (column < width && row < height) out[row * width + column] = sum;
}
