// expect: wrong-answer
// why: Blocks of 32 have a maximum each, and these are compared by halving: of three or five blocks the last one is in no half.

__kernel void below_largest(__global int *out, __global const int *a, __local int *tile, int n) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int blocks = (size + 31) / 32, count = min(32, size - l / 32 * 32);
  int value = i < n ? a[i] : INT_MIN;
  tile[l] = value;
  for (int s = 16; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l % 32 < s && l % 32 + s < count) tile[l] = max(tile[l], tile[l + s]);
  }
  for (int s = blocks / 2; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) tile[l * 32] = max(tile[l * 32], tile[(l + s) * 32]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = value - tile[0];
}
