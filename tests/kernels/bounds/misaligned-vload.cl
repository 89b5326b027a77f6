// vload needs the alignment of an element only.
// launch: global 1 local 1
// arg: out int[4]
// arg: a const int[8]=range
// expect: clean
// out: out 1 2 3 4

__kernel void test(__global int *out, __global const int *a) {
  vstore4(vload4(0, a + 1), 0, out);
}
