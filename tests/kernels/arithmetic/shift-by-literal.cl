// A literal that is too wide, on the right of a value that is not known.
// launch: global 1 local 1
// arg: out ulong[4]
// arg: x uint=5

__kernel void test(__global ulong *out, uint x) {
  out[0] = x << 32;            // expect: shift-too-wide warning
  x >>= 0x21u;                 // expect: shift-too-wide warning
  out[1] = (ulong)x << 32;
  out[2] = x << (63);          // expect: shift-too-wide warning
  out[3] = out[0] >> 31;
}
