// expect: runtime-error out-of-bounds
// expect-line: 8
// why: The vector begins inside the array, but it ends behind it.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i < n) vstore4(vload4(i, a) * factors, i, out);
}
