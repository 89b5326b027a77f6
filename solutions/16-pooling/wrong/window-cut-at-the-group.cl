// expect: wrong-answer
// why: The window is cut off at the group's edge instead of the array's start: what the group before holds is left out.

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    int sum = tile[l];
    if (l >= 1) sum += tile[l - 1];
    if (l >= 2) sum += tile[l - 2];
    out[i] = sum;
  }
}
