// The most negative integer over -1 does not fit, nor does the remainder have to be 0.
// launch: global 1 local 1
// arg: out int[4]
// arg: x int=-2147483648
// arg: y int=-1

__kernel void test(__global int *out, int x, int y) {
  int quotient = x / y; // expect: divide-by-zero
  int rest = x % y;     // expect: divide-by-zero
  out[0] = (quotient == 0) + rest;
  out[1] = (x + 1) / y + x / 1;
  int2 v = (int2)(x, 6) / (int2)(1, y);
  v = (int2)(6, x) / (int2)(1, y); // expect: divide-by-zero
  out[2] = v.x;
  out[3] = 0;
}
