// All work-items move on together, by as many elements as
// there are work-items; the loop's condition is the guard.

__kernel void grid_stride(
    __global int *out,
    __global const int *a,
    __global const int *b,
    int s, uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
    out[i] = s * a[i] + b[i];
  }
}
