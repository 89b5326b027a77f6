// expect: runtime-error data-race
// why: volatile makes every access happen; it does not join a read and a write to one.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  volatile __local int *sum = tile;
  if (l == 0) *sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) *sum += a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = *sum;
}
