// && does not evaluate its right side when the left is false.
// launch: global 8 local 4
// arg: out int[8]=zeros
// arg: a const int[4]=range(1,1)
// expect: clean
// out: out 1 1 1 1 0 0 0 0

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  if (i < 4 && a[i] > 0) out[i] = 1;
}
