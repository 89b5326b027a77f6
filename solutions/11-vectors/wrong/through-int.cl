// expect: runtime-error conversion-out-of-range
// why: The elements go through `int` and lose their fractions.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  int4 factors = (int4)(1, 2, 3, 4);
  if (4 * i + 3 < n)
  vstore4(convert_float4(convert_int4(vload4(i, a)) * factors), i, out);
  else
  for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
