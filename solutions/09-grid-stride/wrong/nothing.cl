// expect: wrong-answer
// why: Nothing is written.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
}
