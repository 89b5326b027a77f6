// The middle index of three is too large, and the element still inside the whole.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=2

__kernel void test(__global int *out, int k) {
  __local int cube[3][2][4];
  for (int i = 0; i < 24; i++) cube[i / 8][i / 4 % 2][i % 4] = i;
  out[0] = cube[1][k][3]; // expect: out-of-bounds array=cube index=2
}
