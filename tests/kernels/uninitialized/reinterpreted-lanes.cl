// Reinterpreting a partly set vector keeps track of its lanes, to a scalar and back too.
// launch: global 1 local 1
// arg: out uint[4]
// expect: clean
// out: out 7 9 3 5

__kernel void test(__global uint *out) {
  __local uint4 tile[1];
  uchar4 bytes;
  ushort4 halves;
  uint2 pair;
  bytes.x = 7;
  uint word = as_uint(bytes);
  out[0] = as_uchar4(word).x;
  tile[0].z = 9;
  ulong2 wide = as_ulong2(tile[0]);
  out[1] = as_uint4(wide).z;
  halves.lo = (ushort2)(3, 0);
  out[2] = as_uint2(halves).x;
  pair.y = 5;
  out[3] = as_ushort4(pair).z;
}
