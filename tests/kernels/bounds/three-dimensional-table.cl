// A constant table of three dimensions.
// launch: global 8 local 8
// arg: out int[8]
// expect: clean
// out: out 1 2 3 4 5 6 7 8

__constant int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = cube[i >> 2][i >> 1 & 1][i & 1];
}
