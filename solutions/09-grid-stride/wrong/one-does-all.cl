// expect: over-budget
// why: Right, but one work-item does everything while the others have left.

__kernel void grid_stride(__global int *out, __global const int *a, __global const int *b, int s,
                          uint n) {
  if (get_global_id(0) > 0) return;
  for (size_t i = 0; i < n; i++) out[i] = s * a[i] + b[i];
}
