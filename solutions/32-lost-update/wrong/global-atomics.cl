// expect: runtime-error uninitialized-read
// why: Nobody has set out to 0, so the sums begin with whatever is there.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (i < n) atomic_add(&out[get_group_id(0)], a[i]);
}
