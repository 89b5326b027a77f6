// Scan. out[i] = 2 * a[i] + 1 for the n
// elements that there are.

__kernel void scan(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}
