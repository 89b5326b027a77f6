// expect: runtime-error uninitialized-read
// why: Only work-item 0 gets the place where its group begins; the others have a variable of the same name, in which nothing was ever put.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  __local int own;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  int first, place;
  if (l == 0) own = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int value = i < n ? a[i] : 0;
  if (value > 0) place = atomic_inc(&own);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) first = atomic_add(count, own);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) out[first + place] = value;
}
