// The lanes that nobody set stay so in another type.
// launch: global 1 local 1
// arg: out uint[3]

__kernel void test(__global uint *out) {
  uchar4 bytes;
  ushort4 halves;
  bytes.x = 7;
  out[0] = as_uint(bytes);              // expect: uninitialized-read
  out[1] = as_uchar4(as_uint(bytes)).y; // expect: uninitialized-read
  halves.lo = (ushort2)(3, 0);
  out[2] = as_uint2(halves).y; // expect: uninitialized-read
}
