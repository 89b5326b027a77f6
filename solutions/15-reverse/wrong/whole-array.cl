// expect: runtime-error data-race
// why: The whole array is reversed at once: groups overwrite what other groups still have to read, and no barrier orders them.
// expect-line: 10

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  int other = i < n ? a[n - 1 - i] : 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (i < n) a[i] = other;
}
