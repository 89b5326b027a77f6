// expect: runtime-error out-of-bounds
// expect-line: 9
// why: With fewer than four elements, `n - 4` is a huge number, since it is unsigned.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i <= n - 4)
  vstore4(vload4(i, a) * factors, i, out);
  else
  for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
