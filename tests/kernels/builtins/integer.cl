// Integer functions: 24-bit products, halves, rotation, bits.
// launch: global 1 local 1
// arg: out int[18]
// arg: x int=100
// arg: y int=-7
// expect: clean
// out: out -700 -693 46 47 200 25 3 7 107 -1 1 -7 100 3 107 -693 100 0

__kernel void test(__global int *out, int x, int y) {
  out[0] = mul24(x, y);
  out[1] = mad24(x, y, 7);
  out[2] = hadd(x, y);
  out[3] = rhadd(x, y);
  out[4] = rotate(x, 1);
  out[5] = clz(x);
  out[6] = popcount(x);
  out[7] = (int)abs(y);
  out[8] = (int)abs_diff(x, y);
  out[9] = mul_hi(x, y);
  out[10] = (int)popcount((uint)1 << 31);
  out[11] = min(x, y);
  out[12] = max(x, y);
  out[13] = clamp(y, 3, 5);
  out[14] = sub_sat(x, y);
  out[15] = mad_sat(x, y, 7);
  out[16] = add_sat(x, 0);
  out[17] = clz(-1);
}
