// A sum that was never started.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  int sum;
  for (int j = 0; j < 4; j++) sum += a[j];
  out[i] = sum; // expect: uninitialized-read
}
