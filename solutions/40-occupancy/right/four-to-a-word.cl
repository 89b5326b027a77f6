// Four counters in each uint: adding 1 shifted by 8 places counts one of them.

__kernel void count_values(__global int *out, __global const int *a, uint n, uint k) {
  size_t l = get_local_id(0), group = get_group_id(0), first = group * 256 * k;
  __local uint own[8 * 256];
  for (uint word = 0; word < 8; word++) own[word * 256 + l] = 0;
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    uint value = i < n ? a[i] : 0;
    if (i < n) own[value / 4 * 256 + l] += 1u << value % 4 * 8;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l >= 32) return;
  int sum = 0;
  for (uint item = 0; item < 256; item++) sum += own[l / 4 * 256 + item] >> l % 4 * 8 & 255;
  out[group * 32 + l] = sum;
}
