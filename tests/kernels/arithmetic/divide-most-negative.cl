// INT_MIN / -1 does not fit an int: no finding, no crash.
// launch: global 1 local 1
// arg: output int out 1
// arg: scalar int x -2147483648
// arg: scalar int y -1
// expect: clean

__kernel void test(__global int *out, int x, int y) {
  int quotient = x / y;
  int rest = x % y;
  out[0] = (quotient == 0) + rest;
}
