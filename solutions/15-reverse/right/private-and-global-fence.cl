// What is read may wait in a variable; then the barrier has to order global memory, since that is
// where work-items meet.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  int other = i < n ? a[first + count - 1 - l] : 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i < n) a[i] = other;
}
