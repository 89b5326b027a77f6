// A whole struct copied from behind the end.
// launch: global 1 local 1
// arg: output int out 4
// arg: input int a 6

struct quad {
  int v[4];
};

__kernel void test(__global int *out, __global const int *a) {
  __global const struct quad *from = (__global const struct quad *)a;
  struct quad q = from[1]; // expect: out-of-bounds
  out[0] = q.v[0];
}
