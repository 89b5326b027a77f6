// A column of a matrix needs a transaction for each work-item.
// launch: global 32 local 32
// arg: a const float[1024]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_transactions 36 ideal_transactions 8
// counts: 64 global_transactions 34 ideal_transactions 4
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  out[i] = a[32 * i];
}
