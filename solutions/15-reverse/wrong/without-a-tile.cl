// expect: runtime-error data-race
// why: One work-item reads an element of `a` that another one overwrites in the same phase.
// expect-line: 10

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) a[i] = a[first + count - 1 - l];
}
