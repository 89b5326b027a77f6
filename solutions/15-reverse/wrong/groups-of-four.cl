// expect: runtime-error data-race
// why: The local size is written as 4, and other launches have other groups.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = i % 4;
  size_t first = i - l;
  size_t count = min((size_t)4, n - first);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[count - 1 - l];
}
