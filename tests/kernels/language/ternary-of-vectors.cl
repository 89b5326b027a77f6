// ?: on vectors chooses lane by lane.
// launch: global 1 local 1
// arg: out int[4]
// arg: a const int[4]=(-5,3,-1,8)
// expect: clean
// out: out 5 3 1 8

__kernel void test(__global int *out, __global const int *a) {
  int4 v = vload4(0, a);
  vstore4(v < 0 ? -v : v, 0, out);
}
