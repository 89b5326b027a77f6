// expect: runtime-error out-of-bounds
// why: The tile has as many elements as the group, not as the array.
// expect-line: 10

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) tile[i] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[first + count - 1 - l];
}
