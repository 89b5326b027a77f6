// Sums and conversions that stop at the type's ends.
// launch: global 1 local 1
// arg: out int[12]
// arg: x int=2000000000
// arg: f float=300.7
// expect: clean
// out: out 2147483647 -2147483648 255 0 127 -128 2147483647 0 255 300 301 301

__kernel void test(__global int *out, int x, float f) {
  out[0] = add_sat(x, x);
  out[1] = sub_sat(-x, x);
  out[2] = convert_uchar_sat(x);
  out[3] = convert_uchar_sat(-x);
  out[4] = convert_char_sat(x);
  out[5] = convert_char_sat(-x);
  out[6] = convert_int_sat(f * 1e10f);
  out[7] = (int)convert_uint_sat(-f);
  out[8] = convert_uchar_sat(f);
  out[9] = convert_int(f);
  out[10] = convert_int_rte(f);
  out[11] = convert_int_rtp(f);
}
