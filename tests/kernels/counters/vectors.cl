// A vector of 16 bytes is one instruction, a longer one is several; counted by elements it is as many as it has numbers.
// launch: global 32 local 32
// arg: input float4 a 32 range
// arg: input float8 b 32 range
// arg: output float4 out 32
// expect: clean
// counts: 32 global_accesses 4 global_transactions 96 ideal_transactions 64 global_reads 384 global_writes 128
__kernel void test(__global const float4 *a, __global const float8 *b, __global float4 *out) {
  size_t i = get_global_id(0);
  float8 both = b[i];
  out[i] = a[i] + both.lo + both.hi;
}
