// A whole struct copied from behind the end.
// launch: global 1 local 1
// arg: out int[4]
// arg: a const int[6]=range

struct quad {
  int v[4];
};

__kernel void test(__global int *out, __global const int *a) {
  __global const struct quad *from = (__global const struct quad *)a;
  struct quad q = from[1]; // expect: out-of-bounds
  out[0] = q.v[0];
}
