// expect: over-budget
// why: The atomic operation that most work-items do without is no reason to read the element twice.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  __local int own;
  __local int first;
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  int value = i < n && a[i] > 0 ? a[i] : 0;
  int place;
  if (l == 0) own = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) place = atomic_inc(&own);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) first = atomic_add(count, own);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (value > 0) out[first + place] = value;
}
