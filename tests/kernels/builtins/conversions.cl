// Vector conversions, casts of bits, and roundings.
// launch: global 1 local 1
// arg: out int[12]
// expect: clean
// out: out 1 -1 2 -2 1 -2 2 -3 1065353216 1078530011 -1 65535

__kernel void test(__global int *out) {
  float4 v = (float4)(1.5f, -1.5f, 2.5f, -2.5f);
  vstore4(convert_int4(v), 0, out);
  vstore4(convert_int4_rtn((float4)(1.5f, -1.5f, 2.5f, -2.5f)), 1, out);
  out[8] = as_int(1.0f);
  out[9] = as_int(M_PI_F);
  out[10] = convert_int(convert_short((ushort)65535));
  out[11] = as_ushort((short)-1);
}
