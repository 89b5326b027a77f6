// Small types are promoted in scalars, and wrap in vectors.
// launch: global 1 local 1
// arg: out int[2]
// arg: x uchar=200
// expect: clean
// out: out 400 144

__kernel void test(__global int *out, uchar x) {
  uchar2 v = (uchar2)(x, x);
  out[0] = x + x;
  out[1] = (v + v).s0;
}
