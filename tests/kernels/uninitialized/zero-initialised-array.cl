// An initialiser that names one element sets the rest to zero.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 1

__kernel void test(__global int *out) {
  int own[4] = {1};
  out[0] = own[0] + own[1] + own[2] + own[3];
}
