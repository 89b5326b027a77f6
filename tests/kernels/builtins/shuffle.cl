// shuffle and shuffle2 pick lanes by number.
// launch: global 1 local 1
// arg: out int[8]
// arg: a const int[8]=range
// expect: clean
// out: out 3 2 1 0 0 4 1 5

__kernel void test(__global int *out, __global const int *a) {
  int4 u = vload4(0, a), v = vload4(1, a);
  vstore4(shuffle(u, (uint4)(3, 2, 1, 0)), 0, out);
  vstore4(shuffle2(u, v, (uint4)(0, 4, 1, 5)), 1, out);
}
