// expect: over-budget
// why: Right, but one work-item of each group slides the window along for all of them.

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;
  if (l == 0 && first < n) {
    int two = first >= 2 ? a[first - 2] : 0;
    int one = first >= 1 ? a[first - 1] : 0;
    for (size_t j = first; j < min(first + size, (size_t)n); j++) {
      int own = a[j];
      out[j] = two + one + own;
      two = one;
      one = own;
    }
  }
}
