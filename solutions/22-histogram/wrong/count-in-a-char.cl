// expect: wrong-answer
// why: Only 255 values of a bin are counted in a group.

__kernel void histogram(
    __global int *out,
    __global const int *a,
    __local int *own, uint n, uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  for (uint b = l; b < bins; b += size) {
    own[b] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    atomic_inc(&own[a[i]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += size) {
    atomic_add(&out[b], (uchar)own[b]);
  }
}
