// vload4 reads four elements of the row at once; what is left over is read one by one.

__kernel void matmul(__global float *out, __global const float *a, __global const float *b, uint n,
                     uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (row >= n || column >= m) return;
  float sum = 0.0f;
  uint j = 0;
  for (; j + 4 <= k; j += 4) {
    float4 left = vload4(0, a + row * k + j);
    __global const float *top = b + j * m + column;
    sum += left.x * top[0] + left.y * top[m] + left.z * top[2 * m] + left.w * top[3 * m];
  }
  for (; j < k; j++) sum += a[row * k + j] * b[j * m + column];
  out[row * m + column] = sum;
}
