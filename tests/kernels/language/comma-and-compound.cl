// Compound assignments, increments and the comma.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 21

__kernel void test(__global int *out) {
  int a = 1, b = 2;
  a += b++, b <<= 1;
  a ^= b-- & 7;
  out[0] = a * 4 + (b, 1);
}
