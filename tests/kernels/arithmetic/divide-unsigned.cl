// Division by zero of unsigned numbers, of every width.
// launch: global 1 local 1
// arg: out ulong[4]
// arg: z uint=0

__kernel void test(__global ulong *out, uint z) {
  uchar c = 200 / (uchar)z;  // expect: divide-by-zero
  ushort s = 200 % (ushort)z; // expect: divide-by-zero
  ulong l = 200ul / z;       // expect: divide-by-zero
  ulong2 v = (ulong2)(4, 5) % (ulong2)(1, z); // expect: divide-by-zero
  out[0] = c;
  out[1] = s;
  out[2] = l;
  out[3] = v.x;
}
