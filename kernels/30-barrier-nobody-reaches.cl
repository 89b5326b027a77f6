// Barrier Nobody Reaches. out[i] is a[i]
// less the largest element of its group,
// which `largest` finds in a tree.
//
// There is one mistake in this file.

int largest(__local int *tile, int value) {
  int l = get_local_id(0);

  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1;
       count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] = max(tile[l], tile[l + upper]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void below_largest(
    __global int *out,
    __global const int *a,
    __local int *tile, int n) {
  int i = get_global_id(0);

  if (i < n) {
    int value = a[i];
    out[i] = value - largest(tile, value);
  }
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed; a: -1,000,000,000 to
// 1,000,000,000.
