// Neighbouring shorts and bytes of one word belong to different work-items.
// launch: global 4 local 4
// arg: out ushort[4]
// arg: bytes uchar[8]
// expect: clean
// out: out 0 1 2 3
// out: bytes 0 9 1 9 2 9 3 9

__kernel void test(__global ushort *out, __global uchar *bytes) {
  int l = get_local_id(0);
  __local ushort halves[4];
  halves[l] = l;
  out[l] = halves[l];
  bytes[2 * l] = l;
  bytes[2 * (3 - l) + 1] = 9;
}
