// expect: wrong-answer
// why: Differences run on over the group's edge.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) out[i] = i > 0 ? a[i] - a[i - 1] : a[i];
}
