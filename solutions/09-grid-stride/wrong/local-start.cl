// expect: runtime-error data-race
// expect-line: 8
// why: The first element is chosen by the local id, which begins again at 0 in every group. So all groups do the same elements.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  for (size_t i = get_local_id(0); i < n; i += get_global_size(0))
  out[i] = s * a[i] + b[i];
}
