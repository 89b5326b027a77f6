// prefetch is a hint and touches nothing.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range
// expect: clean
// out: out 3

__kernel void test(__global int *out, __global const int *a) {
  prefetch(a, 4);
  out[0] = a[3];
}
