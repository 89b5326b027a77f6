// expect: wrong-answer
// why: A body is taken for the work-item's own one if x and y are the same. Another body may be right above or below.

__kernel void pull(
    __global float4 *out,
    __global const float4 *body,
    __local float4 *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  float4 me = i < n ? body[i] : (float4)(0.0f);
  float4 sum = (float4)(0.0f);
  for (size_t first = 0; first < n; first += size) {
    size_t count = min(size, n - first);
    if (l < count) {
      tile[l] = body[first + l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t s = 0; s < count; s++) {
      float4 other = tile[s];
      if (other.x != me.x || other.y != me.y) {
        float3 d = other.xyz - me.xyz;
        float near = rsqrt(dot(d, d));
        sum.xyz += other.w * near * near * near * d;
        sum.w -= other.w * near;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) {
    out[i] = sum;
  }
}
