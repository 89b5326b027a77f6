// expect: wrong-answer
// why: Each value is added to its bin; a value is to be counted, whatever its size.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  for (uint b = l; b < bins; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_add(&own[a[i]], a[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += get_local_size(0)) atomic_add(&out[b], own[b]);
}
