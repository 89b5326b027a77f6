// Neighbours that read and write neighbouring elements share transactions.
// launch: global 128 local 64
// arg: a const float[128]=range
// arg: out float[128]
// expect: clean
// counts: 32 subgroup 32 global_reads 128 max_global_reads 1 global_accesses 8 global_transactions 32 ideal_transactions 32 unmodelled 0 items 128
// counts: 64 global_accesses 4 global_transactions 16 ideal_transactions 16
// counts: 16 global_accesses 16 global_transactions 16 ideal_transactions 16
// counts: 8 global_accesses 32 global_transactions 32 ideal_transactions 32
// counts: 1 global_accesses 256 global_transactions 256 ideal_transactions 256
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  out[i] = a[i];
}
