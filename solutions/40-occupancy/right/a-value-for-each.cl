// Keeps the values themselves, a part of them at a time, and lets eight work-items look for each of the 32.

__kernel void count_values(__global int *out, __global const int *a, uint n, uint k) {
  size_t l = get_local_id(0), group = get_group_id(0), first = group * 256 * k;
  __local uchar values[256];
  __local ushort found[256];
  uint bin = l % 32, part = l / 32, count = 0;
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    values[l] = i < n ? a[i] : 255;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = 0; p < 32; p++) count += values[part * 32 + p] == bin;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  found[l] = count;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 32) return;
  int sum = 0;
  for (uint p = 0; p < 8; p++) sum += found[p * 32 + l];
  out[group * 32 + l] = sum;
}
