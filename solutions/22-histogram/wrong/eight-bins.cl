// expect: runtime-error out-of-bounds
// why: Eight bins are taken for granted.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  __local int eight[8];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (l < 8) eight[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_inc(&eight[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < bins) atomic_add(&out[l], eight[l]);
}
