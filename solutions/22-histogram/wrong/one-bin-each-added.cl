// expect: wrong-answer
// why: Each work-item adds one bin to `out`. Where there are more bins than work-items in the group, the rest is counted and then forgotten.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  for (uint b = l; b < bins; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_inc(&own[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < bins) atomic_add(&out[l], own[l]);
}
