// Each work-item that has an element does it; the others do
// nothing.

__kernel void scan(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t i = get_global_id(0);

  if (i < n) {
    out[i] = 2 * a[i] + 1;
  }
}
