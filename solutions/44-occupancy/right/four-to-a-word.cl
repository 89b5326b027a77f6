// Four counters in each uint: adding 1 shifted by 8 places counts one of them.

__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void most_frequent(__global int *out, __global const int *a,
                                                                            uint n, uint k) {
  __local uint own[8 * 128];
  size_t i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  for (uint word = 0; word < 8; word++) own[word * 128 + l] = 0;
  for (uint j = 0; j < k; j++) {
    uint value = a[j * n + i];
    own[value / 4 * 128 + l] += 1u << value % 4 * 8;
  }
  uint best = 0, most = 0;
  for (uint value = 0; value < 32; value++) {
    uint count = own[value / 4 * 128 + l] >> value % 4 * 8 & 255;
    if (count > most) {
      most = count;
      best = value;
    }
  }
  out[i] = best;
}
