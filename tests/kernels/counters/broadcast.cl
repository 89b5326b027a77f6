// One element for all is one transaction, and no bank conflict.
// launch: global 64 local 64
// arg: a const float[4]=range
// arg: out float[64]
// expect: clean
// counts: 32 global_transactions 11 ideal_transactions 11 local_accesses 3 bank_conflicts 0
__kernel void test(__global const float *a, __global float *out) {
  __local float first;
  size_t i = get_global_id(0);
  if (i == 0) first = a[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[1] + first;
}
