// expect: runtime-error data-race
// why: Every group works on the first elements of the array: the local id begins again in each group.
// expect-line: 12

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[l] = tile[count - 1 - l];
}
