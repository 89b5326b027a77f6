// expect: runtime-error out-of-bounds
// expect-line: 10
// why: An index that lies inside the matrix does not prove that the column does. The read of `a` goes past its end, and the write hits the next row.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t i = row * width + column;
  if (i < width * height) out[i] = a[column] + b[row];
}
