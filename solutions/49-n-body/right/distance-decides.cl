// Who is at distance 0 pulls nobody: that leaves out the body itself, and empty places have no mass.

__kernel void pull(__global float4 *out, __global const float4 *body, __local float4 *tile,
                   uint n) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  float4 me = i < n ? body[i] : (float4)(0.0f);
  float4 sum = (float4)(0.0f);
  for (size_t first = 0; first < n; first += size) {
    tile[l] = first + l < n ? body[first + l] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < size; s++) {
      float3 d = tile[s].xyz - me.xyz;
      float square = dot(d, d);
      float near = square > 0.0f ? rsqrt(square) : 0.0f;
      sum += tile[s].w * near * (float4)(near * near * d, -1.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = sum;
}
