// Swizzles, hi, lo, even, odd, and vector comparisons.
// launch: global 1 local 1
// arg: out int[12]
// expect: clean
// out: out 4 3 2 1 1 3 2 4 3 4 -1 0

__kernel void test(__global int *out) {
  int4 v = (int4)(1, 2, 3, 4);
  vstore4(v.wzyx, 0, out);
  vstore2(v.even, 2, out);
  vstore2(v.odd, 3, out);
  vstore2(v.hi, 4, out);
  int4 less = v < (int4)(2);
  out[10] = less.s0;
  out[11] = less.s1;
}
