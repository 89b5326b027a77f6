// Adds neighbours first, then those two apart, then four. The order of a sum of ints is all one.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int apart = 1; apart < size; apart *= 2) {
    if (l % (2 * apart) == 0 && l + apart < size) tile[l] += tile[l + apart];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
