// vload and vstore of every width.
// launch: global 1 local 1
// arg: out int[16]
// arg: a const int[16]=range
// expect: clean
// out: out 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15

__kernel void test(__global int *out, __global const int *a) {
  vstore16(vload16(0, a), 0, out);
  vstore8(vload8(1, a), 1, out);
  vstore2(vload2(3, a), 3, out);
}
