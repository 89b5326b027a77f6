// expect: runtime-error out-of-bounds
// expect-steps: 1
// why: The group loads its own bodies, and these pull each other; those of other groups are never loaded.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  float4 me = body[i], sum = (float4)(0.0f);
  tile[l] = me;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t s = 0; s < get_local_size(0); s++) {
    if (s == l) continue;
    float3 d = tile[s].xyz - me.xyz;
    float near = rsqrt(dot(d, d));
    sum.xyz += tile[s].w * near * near * near * d;
    sum.w -= tile[s].w * near;
  }
  out[i] = sum;
}
