// Every other element needs twice the transactions.
// launch: global 32 local 32
// arg: a const float[64]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_transactions 12 ideal_transactions 8
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  out[i] = a[2 * i];
}
