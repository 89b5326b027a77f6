// expect: wrong-answer
// why: The lanes change places on their way.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n)
  vstore4(vload4(i, a).wzyx * factors, i, out);
  else
  for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
