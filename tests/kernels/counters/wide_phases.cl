// Of accesses of 8 bytes local memory serves 16 work-items at a time, of 16 bytes 8.
// launch: global 64 local 64
// arg: out float2[64]
// arg: more float4[64]
// expect: clean
// counts: 32 local_accesses 10 bank_conflicts 72
// counts: 64 local_accesses 5 bank_conflicts 72
__kernel void test(__global float2 *out, __global float4 *more) {
  __local float2 s[128];
  __local float4 t[128];
  size_t i = get_local_id(0);
  /* Words 4 i and 4 i + 1: of 16 work-items two want each of 16 banks. 4 phases of 2 passes: 4. */
  s[2 * i] = 1;
  /* Words 4 i + 2 and 4 i + 3: 4 as well. */
  s[2 * i + 1] = 2;
  /* Words 8 i to 8 i + 3: of 8 work-items two want each of 16 banks. 8 phases of 2 passes: 8. */
  t[2 * i] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  /* Side by side: 16 times 2 words are all banks once. 0. */
  out[i] = s[i];
  /* Words 64 (i % 8) to 64 (i % 8) + 3: all of a phase want 4 banks. 8 phases of 8 passes: 56. */
  more[i] = t[16 * (i % 8)];
}
