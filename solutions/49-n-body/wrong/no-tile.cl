// expect: over-budget
// why: Right, but every work-item reads every body from global memory.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  float4 me = body[i], sum = (float4)(0.0f);
  for (uint j = 0; j < n; j++) {
    if (j == i) continue;
    float4 other = body[j];
    float3 d = other.xyz - me.xyz;
    float near = rsqrt(dot(d, d));
    sum.xyz += other.w * near * near * near * d;
    sum.w -= other.w * near;
  }
  out[i] = sum;
}
