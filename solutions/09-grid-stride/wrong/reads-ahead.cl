// expect: runtime-error out-of-bounds
// expect-line: 12
// why: The element of the next turn is read before anyone has asked whether there is one.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  int next = id < n ? a[id] : 0;
  for (size_t i = id; i < n; i += all) {
    int now = next;
    next = a[i + all];
    out[i] = s * now + b[i];
  }
}
