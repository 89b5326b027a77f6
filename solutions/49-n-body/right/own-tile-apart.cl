// The loop over a tile ends before the own body and goes on behind it: no test in the loop.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = i < n ? body[i] : (float4)(0.0f);
  float4 sum = (float4)(0.0f);
  for (size_t first = 0; first < n; first += size) {
    size_t count = min(size, n - first);
    size_t own = i >= first ? min(i - first, count) : count;
    if (l < count) tile[l] = body[first + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < own; s++) {
      float3 d = tile[s].xyz - me.xyz;
      float distance = length(d);
      sum.xyz += tile[s].w / (distance * distance * distance) * d;
      sum.w -= tile[s].w / distance;
    }
    for (size_t s = own + 1; s < count; s++) {
      float3 d = tile[s].xyz - me.xyz;
      float distance = length(d);
      sum.xyz += tile[s].w / (distance * distance * distance) * d;
      sum.w -= tile[s].w / distance;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sum;
}
