// expect: runtime-error out-of-bounds
// expect-steps: 2
// why: Every tile is taken for full, and every work-item for one that has a body.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = body[i], sum = (float4)(0.0f);
  for (size_t first = 0; first < n; first += size) {
    tile[l] = body[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < size; s++) {
      if (first + s == i) continue;
      float3 d = tile[s].xyz - me.xyz;
      float near = rsqrt(dot(d, d));
      sum.xyz += tile[s].w * near * near * near * d;
      sum.w -= tile[s].w * near;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum;
}
