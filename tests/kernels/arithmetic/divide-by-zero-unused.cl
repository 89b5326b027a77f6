// A division whose result nobody uses divides all the same.
// launch: global 1 local 1
// arg: out int[1]
// arg: z int=0

__kernel void test(__global int *out, int z) {
  int unused = 7 / z; // expect: divide-by-zero
  out[0] = 1;
}
