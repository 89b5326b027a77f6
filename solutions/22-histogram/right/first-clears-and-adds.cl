// One work-item may clear and add all bins while the others wait: right, but slow.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  bool first = get_local_id(0) == 0;
  for (uint b = 0; first && b < bins; b++) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_add(&own[a[i]], 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = 0; first && b < bins; b++) atomic_add(&out[b], own[b]);
}
