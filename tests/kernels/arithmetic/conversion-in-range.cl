// Floats that round into the range of the integer that they become, or saturate; builtins whose own
// conversions do not matter; conversions of integers.
// launch: global 1 local 1
// arg: bytes uchar[16]
// arg: whole long[12]
// arg: a const float[8]=(255.9,-0.9,255.4,-0.5,-128.9,2147483520,-2147483648,300)
// arg: d const double[4]=(2147483647.9,-2147483648.9,4294967295.4,-0.5)
// expect: clean
// out: bytes 255 0 255 0 255 0 128 255 255 0 44 255 0 255 2 1
// out: whole 2147483520 -2147483648 2147483647 -2147483648 4294967295 0 0 1 2147483647 -2147483648 4294967295 0

__kernel void test(__global uchar *bytes, __global long *whole, __global const float *a,
                   __global const double *d) {
  float unset[2];
  unset[0] = 1;
  bytes[0] = (uchar)a[0];
  bytes[1] = a[1];
  bytes[2] = convert_uchar_rte(a[2]);
  bytes[3] = convert_uchar_rte(a[3]);
  bytes[4] = convert_uchar_rtn(a[0]);
  bytes[5] = convert_uchar_rtp(a[1]);
  bytes[6] = (uchar)(char)a[4];
  bytes[7] = convert_uchar_sat(a[7]);
  bytes[8] = convert_uchar_sat_rte(INFINITY * a[7]);
  bytes[9] = convert_uchar_sat(NAN * a[7]);
  bytes[10] = convert_uchar((int)a[7]);
  vstore2(convert_uchar2_sat(vload2(3, a)).yx, 0, bytes + 11);
  bytes[13] = a[0] + 0.05f;
  bytes[14] = isinf(exp(a[7] * 1e30f)) + isnan(sin(INFINITY * a[7]));
  bytes[15] = convert_uchar2((float2)(unset[0], 2)).x;
  whole[0] = (int)a[5];
  whole[1] = (int)a[6];
  whole[2] = (int)d[0];
  whole[3] = (int)d[1];
  whole[4] = convert_uint_rte(d[2]);
  whole[5] = convert_uint_rte(d[3]);
  whole[6] = (uint)d[3];
  whole[7] = convert_ulong_rtp(d[3] + 1);
  whole[8] = convert_int_rtn(d[0]);
  whole[9] = convert_int_rtp(d[1]);
  whole[10] = convert_uint_rtz(d[2]);
  whole[11] = convert_long(-d[3]);
}
