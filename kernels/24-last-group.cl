// Last Group. out[0] is the sum of `a`, and
// partial[g] that of group g; one launch
// makes both. Each group adds 1 to arrived,
// which counts on from launch to launch: it
// begins with a multiple of the number of
// groups.

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

  // Your code here (about fifteen lines).
}

// It must work for earlier = 0 to 9, n = 1
// to 20,000, groups of 1 to 256 work-items,
// up to 1 more group than needed; arrived:
// groups * earlier to groups * earlier; a:
// -64 to 64 in steps of 0.015625.
