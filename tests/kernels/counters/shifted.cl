// A sub-group that begins inside a piece of memory touches one piece more.
// launch: global 32 local 32
// arg: a const float[33]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_transactions 9 ideal_transactions 8
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  out[i] = a[i + 1];
}
