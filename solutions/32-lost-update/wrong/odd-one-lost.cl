// expect: wrong-answer
// why: Where the number of places is odd, the last one is left out of the sum.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int lower = get_local_size(0) / 2; lower > 0; lower /= 2) {
    if (l < lower) tile[l] += tile[l + lower];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
