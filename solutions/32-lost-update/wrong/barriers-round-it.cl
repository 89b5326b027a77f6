// expect: runtime-error data-race
// why: A barrier separates phases. All additions are in the same one, before and after.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (l == 0) tile[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[0] += sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0];
}
