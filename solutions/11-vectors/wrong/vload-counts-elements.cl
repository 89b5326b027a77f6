// expect: runtime-error out-of-bounds
// expect-line: 9
// why: `vload4(4 * i, a)` is vector `4 * i`, sixteen elements further for each work-item.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n)
  vstore4(vload4(4 * i, a) * factors, i, out);
  else
  for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
