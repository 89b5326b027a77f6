// prefetch is a hint and touches nothing.
// launch: global 1 local 1
// arg: output int out 1
// arg: input int a 4
// expect: clean
// out: out 3

__kernel void test(__global int *out, __global const int *a) {
  prefetch(a, 4);
  out[0] = a[3];
}
