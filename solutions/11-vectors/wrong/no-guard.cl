// expect: runtime-error out-of-bounds
// expect-line: 8
// why: No guard: every work-item takes a whole vector.

__kernel void vectors(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float4 factors = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  vstore4(vload4(i, a) * factors, i, out);
}
