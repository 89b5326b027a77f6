// Saturation and high halves at the ends of the ranges.
// launch: global 1 local 1
// arg: a const int[4]=(0,-2147483648,2147483647,-1)
// arg: out int[6]
// arg: wide long[3]
// arg: bytes uchar4[1]
// expect: clean
// out: out 2147483647 -2147483648 2147483647 1073741823 -2 -2147483648
// out: wide -9223372036854775807 9223372036854775807 4611686018427387904
// out: bytes 255 0 254 255

__kernel void test(__global const int *a, __global int *out, __global long *wide,
                   __global uchar4 *bytes) {
  long least = (long)a[1] << 32;
  uchar4 high = (uchar4)(255, 0, 16, 255);
  out[0] = sub_sat(a[0], a[1]);
  out[1] = sub_sat(a[1], a[2]);
  out[2] = add_sat(a[2], a[2]);
  out[3] = mad_hi(a[2], a[2], a[0]);
  out[4] = mad_hi(a[3], a[2], a[3]);
  out[5] = mad_sat(a[1], a[2], a[3]);
  wide[0] = mad_sat(least + 1, 0l, least + 1);
  wide[1] = mad_sat(least, least, -1l);
  wide[2] = mad_hi(least, least, 0l);
  bytes[0] = mad_sat(high, (uchar4)(2, 9, 15, 1), (uchar4)(0, 0, 14, 1));
}
