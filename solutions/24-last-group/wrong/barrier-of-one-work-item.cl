// expect: runtime-error data-race
// why: The last barrier stops the group, but its scope is the work-item: nobody else sees `last`.

// The sum of the group's values, for all its work-items.
float group_sum(float value, __local float *tile) {
  size_t l = get_local_id(0);
  size_t width = get_local_size(0);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; width > 1; width = (width + 1) / 2) {
    size_t lower = (width + 1) / 2;
    if (l + lower < width) {
      tile[l] += tile[l + lower];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  // All read it before the tile is used again.
  float sum = tile[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

__kernel void sum(
    __global float *out,
    __global float *partial,
    __global atomic_int *arrived,
    __global const float *a,
    __local float *tile, uint n) {
  __local int last;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int groups = get_num_groups(0);

  float own = group_sum(i < n ? a[i] : 0.0f, tile);
  if (l == 0) {
    partial[get_group_id(0)] = own;
    int before = atomic_fetch_add_explicit(
        arrived, 1, memory_order_acq_rel,
        memory_scope_device);
    last = before % groups == groups - 1;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_item);

  if (last) {
    float rest = 0.0f;
    for (int g = l; g < groups; g += size) {
      rest += partial[g];
    }
    float total = group_sum(rest, tile);
    if (l == 0) {
      out[0] = total;
    }
  }
}
