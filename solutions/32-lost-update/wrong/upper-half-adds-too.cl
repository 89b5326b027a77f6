// expect: runtime-error data-race
// why: In each step the upper half adds, too, and changes places that the lower half is reading.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int upper = (get_local_size(0) + 1) / 2, count = get_local_size(0); count > 1;) {
    if (l + upper < get_local_size(0)) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
    upper = (upper + 1) / 2;
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
