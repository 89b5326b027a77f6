// expect: runtime-error out-of-bounds
// expect-line: 11
// why: The condition is asked after the first turn only. A work-item that has no element at all does one nevertheless.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  size_t i = id;
  do {
    out[i] = s * a[i] + b[i];
    i += all;
  } while (i < n);
}
