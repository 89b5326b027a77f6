// A running sum: each work-item adds what lies before it, and the last one has it all. What is read
// and what is written are kept apart by two barriers.

__kernel void totals(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  int sum = i < n ? a[i] : 0;
  tile[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int apart = 1; apart < size; apart *= 2) {
    if (l >= apart) sum += tile[l - apart];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == size - 1) out[get_group_id(0)] = sum;
}
