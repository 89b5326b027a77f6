// expect: runtime-error order-dependence
// why: Nothing is released or acquired: the count may be seen before the sums that it stands for.

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
  __local int last;
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int groups = get_num_groups(0);
  float own = group_sum(i < n ? a[i] : 0.0f, tile);
  if (l == 0) {
    atomic_store_explicit((__global atomic_float *)&partial[get_group_id(0)], own,
                          memory_order_relaxed, memory_scope_device);
    int before = atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device);
    last = before % groups == groups - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last) {
    float rest = 0.0f;
    for (int g = l; g < groups; g += size)
      rest += atomic_load_explicit((__global atomic_float *)&partial[g], memory_order_relaxed,
                                   memory_scope_device);
    float total = group_sum(rest, tile);
    if (l == 0) out[0] = total;
  }
}
