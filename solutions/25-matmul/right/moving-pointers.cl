// Two pointers move along the row and down the column; nothing is multiplied but the elements.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= m) return;
  __global const float *left = a + row * k, *end = left + k, *top = b + column;
  float sum = 0.0f;
  for (; left < end; left++, top += m) sum = fma(*left, *top, sum);
  out[row * m + column] = sum;
}
