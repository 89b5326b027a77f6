// Shifts of every width up to the last bit, by what a mask or a test keeps in range.
// launch: global 70 local 1
// arg: out ulong[70]
// expect: clean

__kernel void test(__global ulong *out) {
  uint i = get_global_id(0);
  uchar c = 1;
  ushort s = 1;
  uint u = 1;
  ulong l = 1;
  char4 v = (char4)(1);
  if (i < 8) v = v << (char4)(i);
  c <<= i & 31; // a char is shifted as an int
  s <<= i % 32;
  u = i < 32 ? u << i : 0;
  l <<= i & 63;
  u = rotate(u, i) + (u >> 31) + (l >> 63);
  out[i] = c + s + u + l + v.x;
}
