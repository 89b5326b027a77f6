// expect: wrong-answer
// why: The sums run on from one group to the next.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  if (i < n) {
    int sum = 0;
    for (size_t t = 0; t <= i; t++) sum += a[t];
    out[i] = sum;
  }
}
