// Some bytes of a word are set one by one, and only those are used.
// launch: global 1 local 1
// arg: out uchar[2]
// arg: whole uint[1]

__kernel void test(__global uchar *out, __global uint *whole) {
  uint word;
  uchar *bytes = (uchar *)&word;
  bytes[0] = 1;
  bytes[2] = 3;
  out[0] = bytes[0];
  uchar4 all = *(uchar4 *)&word;
  out[1] = all.z;
  *whole = word; // expect: uninitialized-read
}
