// expect: runtime-error data-race
// why: Work-item 0 reads the tile while the others still write it.
__kernel void square(__global const int *a, __global int *squares, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) squares[i] = a[i] * a[i];
}

__kernel void sum_groups(__global const int *squares, __global int *sums, __local int *tile, const uint n) {
  const uint i = get_global_id(0), k = get_local_id(0);
  tile[k] = i < n ? squares[i] : 0;
  if (k > 0) return;
  int sum = 0;
  for (uint j = 0; j < get_local_size(0); j++) sum += tile[j];
  sums[get_group_id(0)] = sum;
}
