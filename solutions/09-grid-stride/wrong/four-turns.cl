// expect: wrong-answer
// why: The number of turns is written down. Where the array is longer than that, its end stays unwritten.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t id = get_global_id(0);
  size_t all = get_global_size(0);
  for (int turn = 0; turn < 4; turn++) {
    size_t i = turn * all + id;
    if (i < n) out[i] = s * a[i] + b[i];
  }
}
