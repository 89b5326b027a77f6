// expect: runtime-error data-race
// why: Both work-items of a pair swap it, at the same time.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) {
    size_t j = first + count - 1 - l;
    int left = a[i];
    a[i] = a[j];
    a[j] = left;
  }
}
