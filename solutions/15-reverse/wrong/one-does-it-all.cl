// expect: over-budget
// why: Right, but the first work-item of each group does the work of all, and the others look on.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (l == 0 && i < n) {
    for (size_t t = 0; t < count / 2; t++) {
      int left = a[first + t];
      a[first + t] = a[first + count - 1 - t];
      a[first + count - 1 - t] = left;
    }
  }
}
