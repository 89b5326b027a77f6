// expect: wrong-answer
// why: Only whole vectors are done; the elements after the last of them stay unwritten.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (i < n / 4) vstore4(vload4(i, a) * factors, i, out);
}
