// expect: runtime-error uninitialized-read
// why: Local memory holds nothing when a launch begins.
__kernel void square(__global const int *a, __global int *squares, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) squares[i] = a[i] * a[i];
}

__kernel void sum_groups(__global const int *squares, __global int *sums, __local int *tile, const uint n) {
  const uint i = get_global_id(0), k = get_local_id(0);
  if (i < n) tile[k] += squares[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (k > 0) return;
  int sum = 0;
  for (uint j = 0; j < get_local_size(0); j++) sum += tile[j];
  sums[get_group_id(0)] = sum;
}
