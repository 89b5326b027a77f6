// expect: runtime-error out-of-bounds
// expect-line: 11
// why: All work-items make the same number of turns, but in the last one some have no element.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  for (size_t first = 0; first < n; first += all) {
    size_t i = first + id;
    out[i] = s * a[i] + b[i];
  }
}
