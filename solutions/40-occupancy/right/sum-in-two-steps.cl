// Rows of 260 bytes move each counter on by one bank, and all 256 work-items help to add.

__kernel void count_values(__global int *out, __global const int *a, uint n, uint k) {
  size_t l = get_local_id(0), group = get_group_id(0), first = group * 256 * k;
  __local uchar own[32 * 260];
  __local int parts[256];
  for (uint bin = 0; bin < 32; bin++) own[bin * 260 + l] = 0;
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n) own[a[i] * 260 + l]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uint bin = l % 32, part = l / 32;
  int sum = 0;
  for (uint item = 0; item < 32; item++) sum += own[bin * 260 + part * 32 + item];
  parts[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 32) return;
  for (uint p = 1; p < 8; p++) sum += parts[p * 32 + l];
  out[group * 32 + l] = sum;
}
