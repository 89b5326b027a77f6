// Each work-item keeps its sum in a variable and reads only the other place: half the reads.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int sum = i < n ? a[i] : 0;
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      sum += tile[l + upper];
      tile[l] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = sum;
}
