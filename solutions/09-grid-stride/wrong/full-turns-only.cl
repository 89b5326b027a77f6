// expect: wrong-answer
// why: The last turn is left out unless it has an element for everyone.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  for (size_t first = 0; first + all <= n; first += all) out[first + id] = s * a[first + id] + b[first + id];
}
