// What work-items do in different turns of a loop is not one instruction.
// launch: global 32 local 32
// arg: a const float[256]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_accesses 9 global_transactions 36 ideal_transactions 20 branches 17 divergent_branches 8
// counts: 1 global_accesses 160 branches 544
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 8; k++)
    if (i % 2 == k % 2) sum += a[k * 32 + i];
  out[i] = sum;
}
