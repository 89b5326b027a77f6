// A function that is called twice has its instructions twice.
// launch: global 32 local 32
// arg: a const float[64]=range
// arg: out float[32]
// expect: clean
// counts: 32 global_accesses 3 global_transactions 10 ideal_transactions 10
float get(__global const float *a, size_t i) { return a[i]; }
__kernel void test(__global const float *a, __global float *out) {
  size_t i = get_global_id(0);
  float sum = 0;
  if (i < 16) sum += get(a, i);
  sum += get(a, i + 32);
  out[i] = sum;
}
