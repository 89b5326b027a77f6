// expect: runtime-error data-race
// expect-line: 8
// why: The vector is chosen by the local id, so every group does the first ones.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_local_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  if (4 * i + 3 < n) vstore4(vload4(i, a) * factors, i, out);
}
