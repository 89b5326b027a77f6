// Saturating products of 32 and 64 bits, of scalars and vectors, and of what nobody set.
// launch: global 1 local 1
// arg: a const uint[2]=(4294967295,3)
// arg: out uint[5]
// out: out 4294967295 12 4294967295 12 0
// arg: wide ulong[1]
// out: wide 18446744073709551615

__kernel void test(__global const uint *a, __global uint *out, __global ulong *wide) {
  __local uint tile[1];
  uint2 both = mad_sat((uint2)(a[0], a[1]), (uint2)(a[1]), (uint2)(3));
  out[0] = mad_sat(a[0], a[1], 3u);
  out[1] = mad_sat(a[1], a[1], 3u);
  out[2] = both.x;
  out[3] = both.y;
  wide[0] = mad_sat(~0ul - a[1], (ulong)a[1], 3ul);
  out[4] = mad_sat(tile[0], a[1], 3u) * 0; // expect: uninitialized-read array=tile
}
