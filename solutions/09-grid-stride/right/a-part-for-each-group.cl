// Each group has a part of its own, and its work-items move through it together.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  size_t length = (n + get_num_groups(0) - 1) / get_num_groups(0);
  size_t first = get_group_id(0) * length;
  size_t end = min(first + length, (size_t)n);
  for (size_t i = first + get_local_id(0); i < end; i += get_local_size(0)) out[i] = s * a[i] + b[i];
}
