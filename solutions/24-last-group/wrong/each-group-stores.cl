// expect: runtime-error data-race
// why: Every group stores its own sum in `out[0]`, over that of another.

float group_sum(float value, __local float *tile) {
  size_t l = get_local_id(0);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t width = get_local_size(0); width > 1; width = (width + 1) / 2) {
    size_t lower = (width + 1) / 2;
    if (l + lower < width) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void sum(__global float *out, __global float *partial, __global atomic_int *arrived,
                  __global const float *a, __local float *tile, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  float own = group_sum(i < n ? a[i] : 0.0f, tile);
  if (l == 0) out[0] = own;
}
