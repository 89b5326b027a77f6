// A loop with <= over all elements.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range
// arg: n int=4

__kernel void test(__global int *out, __global const int *a, int n) {
  int sum = 0;
  for (int j = 0; j <= n; j++)
    sum += a[j]; // expect: out-of-bounds array=a index=4
  out[0] = sum;
}
