// expect: runtime-error data-race
// expect-line: 10
// why: The tail is done by all work-items at the same time.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n) vstore4(vload4(i, a) * factors, i, out);
  for (size_t j = n / 4 * 4; j < n; j++)
  out[j] = a[j] * (1 + j % 4);
}
