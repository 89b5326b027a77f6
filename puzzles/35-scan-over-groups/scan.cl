// Running sums of each group's own piece of a, in out. The
// last of them, the total of the piece, goes to totals as
// well, unless that is nil.
__kernel void scan_groups(__global int *out,
                          __global int *totals,
                          __global const int *a,
                          __local int *tile, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0),
         size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    int before = l >= step ? tile[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = tile[l];
  if (totals != NULL && l == size - 1)
    totals[get_group_id(0)] = tile[l];
}

// Adds running[g - 1] to all elements of group g. Group 0
// has nothing before it.
__kernel void add_before(__global int *out,
                         __global const int *running,
                         uint n) {
  size_t i = get_global_id(0), group = get_group_id(0);
  int before = group > 0 ? running[group - 1] : 0;
  if (i < n) out[i] += before;
}
