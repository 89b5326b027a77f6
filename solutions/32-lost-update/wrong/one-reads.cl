// expect: over-budget
// why: Right, but one work-item fetches all elements of the group, one after the other.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l != 0) return;
  int sum = 0;
  for (int j = i; j < min(i + (int)get_local_size(0), n); j++) sum += a[j];
  out[get_group_id(0)] = sum;
}
