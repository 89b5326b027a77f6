// Without a tile either the reads or the writes run down columns.
// launch: global 32,32 local 32,8
// arg: a const float[1024]=range
// arg: out float[1024]
// expect: clean
// counts: 32 global_accesses 64 global_transactions 1152 ideal_transactions 256
__kernel void test(__global const float *a, __global float *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  out[x * 32 + y] = a[y * 32 + x];
}
