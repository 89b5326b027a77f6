// expect: wrong-answer
// why: Only the first element of the tail is done; there may be three.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n)
    vstore4(vload4(i, a) * factors, i, out);
  else
    if (4 * i < n) out[4 * i] = a[4 * i];
}
