// expect: runtime-error out-of-bounds
// why: The first element of each group is not its sum, and a group need not have one.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) out[get_group_id(0)] = a[i];
}
