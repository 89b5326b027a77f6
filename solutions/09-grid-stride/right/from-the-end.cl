// From the last element to the first. The order of the turns is nobody's concern.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  int id = get_global_id(0), all = get_global_size(0), last = n - 1;
  for (int i = last - id; i >= 0; i -= all) out[i] = s * a[i] + b[i];
}
