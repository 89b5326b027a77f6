// Lost Update. out has an element for each
// group: the sum of the group's elements
// of a. `tile` has as many places as the
// group has work-items.
//
// There is one mistake in this kernel.

__kernel void totals(
    __global int *out,
    __global const int *a,
    __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);

  if (l == 0) {
    tile[0] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    tile[0] += a[i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    out[get_group_id(0)] = tile[0];
  }
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: -1,000,000 to 1,000,000.
