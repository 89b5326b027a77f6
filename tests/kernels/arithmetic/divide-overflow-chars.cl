// Vectors of chars are divided as such: -128 over -1 does not fit.
// launch: global 1 local 1
// arg: out char[2]
// arg: y char=-1

__kernel void test(__global char *out, char y) {
  char2 v = (char2)(CHAR_MIN, 3) / (char2)(y); // expect: divide-by-zero
  out[0] = v.x;
  out[1] = v.y;
}
