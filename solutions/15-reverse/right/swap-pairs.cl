// Each pair belongs to one work-item of the first half, so nobody shares anything.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (first < n && l < count / 2) {
    size_t j = first + count - 1 - l;
    int left = a[i];
    a[i] = a[j];
    a[j] = left;
  }
}
