// 64-bit numbers: products, shifts, counts of leading zeros.
// launch: global 1 local 1
// arg: out long[5]
// arg: x long=5000000000
// expect: clean
// out: out 6553255926290448384 2500000000 31 -5000000000 1

__kernel void test(__global long *out, long x) {
  out[0] = x * x;
  out[1] = x >> 1;
  out[2] = clz(x);
  out[3] = -x;
  out[4] = mul_hi(x, x);
}
