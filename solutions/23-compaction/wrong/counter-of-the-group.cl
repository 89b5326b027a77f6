// expect: runtime-error data-race
// why: Each group counts for itself and begins with place 0 again, so the groups write over each other.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  __local int own;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (l == 0) own = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = i < n ? a[i] : 0;
  if (value > 0) out[atomic_inc(&own)] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_add(count, own);
}
