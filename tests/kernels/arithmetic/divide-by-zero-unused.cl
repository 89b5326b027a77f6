// A division whose result nobody uses divides all the same.
// launch: global 1 local 1
// arg: output int out 1
// arg: scalar int z 0

__kernel void test(__global int *out, int z) {
  int unused = 7 / z; // expect: divide-by-zero
  out[0] = 1;
}
