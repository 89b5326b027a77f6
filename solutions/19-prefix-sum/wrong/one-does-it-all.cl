// expect: over-budget
// why: Right, but one work-item of each group goes through all of its elements while the others look on.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  int sum = 0;
  if (l == 0) {
    for (size_t t = i; t < i + size && t < n; t++) {
      sum += a[t];
      out[t] = sum;
    }
  }
}
