// expect: runtime-error barrier-divergence
// why: Only work-items whose element is kept come to the barriers; the others of the group never do.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  __local int own;
  __local int first;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (l == 0) own = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = i < n ? a[i] : 0;
  if (value > 0) {
    int place = atomic_inc(&own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (place == 0) first = atomic_add(count, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + place] = value;
  }
}
