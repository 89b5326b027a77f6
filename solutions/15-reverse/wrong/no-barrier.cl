// expect: runtime-error data-race
// why: A work-item reads a place of the tile that another one may not have written yet.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) tile[l] = a[i];
  if (i < n) a[i] = tile[count - 1 - l];
}
