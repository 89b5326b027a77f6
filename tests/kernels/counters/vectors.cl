// A vector of 16 bytes is one instruction, a longer one is several; counted by elements it is as many as it has numbers.
// launch: global 32 local 32
// arg: a const float4[32]=range
// arg: b const float8[32]=range
// arg: out float4[32]
// expect: clean
// counts: 32 global_accesses 4 global_transactions 96 ideal_transactions 64 global_reads 384 global_writes 128
__kernel void test(__global const float4 *a, __global const float8 *b, __global float4 *out) {
  size_t i = get_global_id(0);
  float8 both = b[i];
  out[i] = a[i] + both.lo + both.hi;
}
