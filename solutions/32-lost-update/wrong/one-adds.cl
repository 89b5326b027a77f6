// expect: over-budget
// why: Right, but one work-item adds everything while the others wait.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  int sum = 0;
  for (size_t j = 0; j < get_local_size(0); j++) sum += tile[j];
  out[get_group_id(0)] = sum;
}
