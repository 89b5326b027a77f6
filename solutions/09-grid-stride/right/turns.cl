// The turns are counted, and each has a guard of its own.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t all = get_global_size(0);
  for (size_t turn = 0; turn * all < n; turn++) {
    size_t i = turn * all + get_global_id(0);
    if (i < n) out[i] = s * a[i] + b[i];
  }
}
