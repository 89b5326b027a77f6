// expect: runtime-error uninitialized-read
// why: The last group has fewer elements than work-items, so the mirrored place in the tile was never written.
// expect-line: 11

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[size - 1 - l];
}
