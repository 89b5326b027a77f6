// expect: wrong-answer
// why: The index moves on twice in each turn, so that every other element is left out.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  for (size_t i = id; i < n; i += all) {
    out[i] = s * a[i] + b[i];
    i += all;
  }
}
