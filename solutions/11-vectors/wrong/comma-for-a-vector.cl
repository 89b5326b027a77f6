// expect: wrong-answer
// why: Without `(float4)` the parentheses hold C's comma, and every lane gets the last number, 4.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n)
    vstore4(vload4(i, a) * factors, i, out);
  else
    for (size_t j = 4 * i; j < n; j++) out[j] = a[j] * (1 + j % 4);
}
