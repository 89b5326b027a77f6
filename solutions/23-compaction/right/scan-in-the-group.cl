// Prefix sums of ones and zeros give places in the group: its elements stay in their order.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  __local int sums[1024];
  __local int first;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int value = i < n ? a[i] : 0;
  sums[l] = value > 0 ? 1 : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < size; step *= 2) {
    int before = l >= step ? sums[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == size - 1) first = atomic_add(count, sums[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) out[first + sums[l] - 1] = value;
}
