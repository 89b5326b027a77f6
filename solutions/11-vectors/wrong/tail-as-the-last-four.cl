// expect: runtime-error data-race
// expect-line: 11
// why: The last four elements are done as a vector, and some of them belong to the work-item before.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  size_t first = 4 * i;
  if (first >= n) return;
  if (first + 4 > n) first = n - 4;
  vstore4(vload4(0, a + first) * factors, 0, out + first);
}
