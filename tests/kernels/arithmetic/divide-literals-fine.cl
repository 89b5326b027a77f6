// Constants without a division by zero, and conversions beyond an integer's range, which OpenCL leaves open.
// launch: global 1 local 1
// arg: out int[4]
// arg: n int=3
// expect: clean

__kernel void test(__global int *out, int n) {
  int unused = (int)1e30f;
  out[0] = 8 / 2 + 7 % 3;
  out[1] = sizeof(int) > 2 ? 4 : 1 / 2;
  out[2] = n > 5 ? (int)-1e30f : INT_MAX / -1;
  out[3] = convert_int_sat(1e30f);
}
