// A shift by as many bits as the number has or more is taken modulo its width: a warning.
// launch: global 4 local 4
// arg: out uint[4]
// arg: wide ulong[4]
// arg: k int=30
// out: out 1073741824 2147483648 1 2

__kernel void test(__global uint *out, __global ulong *wide, int k) {
  int i = get_global_id(0);
  out[i] = 1u << (k + i);       // expect: shift-too-wide warning
  wide[i] = 1ul << (k + 32 + i); // expect: shift-too-wide warning
  wide[i] >>= k + 32;
  wide[i] >>= -1;               // expect: shift-too-wide warning
}
