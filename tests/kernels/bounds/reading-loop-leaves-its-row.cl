// A loop that only reads goes on in the next row of the same array.
// launch: global 4 local 2
// arg: out int[4]
// arg: a const int[16]=range
// arg: n uint=9

__kernel void test(__global int *out, __global const int (*a)[8], const uint n) {
  int sum = 0;
  for (uint k = 0; k < n; k++) sum += a[0][k]; // expect: out-of-bounds array=a index=8
  for (uint k = 0; k < n - 1; k++) sum += a[1][k];
  out[get_global_id(0)] = sum;
}
