// A read whose value nobody uses is counted, and so is the store of a constant.
// launch: global 32 local 32
// arg: a const float[32]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_reads 32 global_writes 64 global_accesses 3 global_transactions 12
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  float unused = a[i];
  out[i] = 1.0f;
  out[i] = 2.0f;
}
