// expect: runtime-error data-race
// why: The counter is cleared again by one work-item. No barrier reaches over groups, so another group may have counted before that.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i == 0) count[0] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int value = i < n ? a[i] : 0;
  if (value > 0) out[atomic_inc(count)] = value;
}
