// expect: runtime-error barrier-divergence
// why: Work-items without a value leave, and the others of the group wait for them at the barrier.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i >= n) return;
  for (uint b = l; b < bins; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += get_local_size(0)) atomic_add(&out[b], own[b]);
}
