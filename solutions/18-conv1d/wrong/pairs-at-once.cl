// expect: over-budget
// why: Right, but vload2 reads elements of a from global memory again and again, two by two.

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  float sum = 0.0f;
  uint j = 0;
  for (; j + 2 <= k && i + j + 2 <= n; j += 2) {
    float2 x = vload2(0, a + i + j), y = vload2(0, b + j);
    sum += x.x * y.x;
    sum += x.y * y.y;
  }
  if (j < k && i + j < n) sum += a[i + j] * b[j];
  if (i < n) out[i] = sum;
}
