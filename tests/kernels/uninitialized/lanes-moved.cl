// A lane that nobody set, wherever it is moved, is told where it is used and nowhere else.
// launch: global 4 local 4
// arg: out int[44]
// arg: in const int[4]=range

__kernel void test(__global int *out, __global const int *in) {
  int l = get_global_id(0);
  int4 a, b = (int4)(1, 2, 3, 4);
  a.xyz = (int3)(5, 6, 7);
  __global int *o = out + 11 * l;

  int4 turned = a.wxyz;
  o[0] = turned.y + turned.z + turned.w;
  if (in[0] == 0) o[0] = turned.x; // expect: uninitialized-read

  int8 both = (int8)(a.wz, b.wz, a.xw, b.xy);
  o[1] = both.s1 + both.s2 + both.s3 + both.s4 + both.s6 + both.s7;
  if (in[0] == 0) o[1] = both.s5; // expect: uninitialized-read

  int4 same = a.zzzz, none = a.wwww;
  o[2] = same.x + same.w;
  if (in[0] == 0) o[2] = none.z; // expect: uninitialized-read

  int4 kept = a, put = b;
  kept[in[3]] = 8;
  put[in[1]] = a.w;
  o[3] = kept.w + put[in[2]] + put.x;
  if (in[0] == 0) o[3] = put[in[1]]; // expect: uninitialized-read

  int4 chosen = (int4)(0, 0, in[0] - 1, in[0]) ? a : b;
  int4 other = (int4)(0, 0, in[0], in[0] - 1) ? a : b;
  o[4] = chosen.x + chosen.z;
  if (in[0] == 0) o[4] = other.w; // expect: uninitialized-read

  short8 halves = as_short8(a);
  o[5] = halves.s0 + halves.s5;
  if (in[0] == 0) o[5] = halves.s7; // expect: uninitialized-read

  short8 pieces;
  pieces.s0123 = (short4)(1, 2, 3, 4);
  pieces.s45 = (short2)(5, 6);
  pieces.s7 = 1;
  o[6] = as_int4(pieces).z;
  if (in[0] == 0) o[6] = as_int4(pieces).w; // expect: uninitialized-read

  int4 tiles[4];
  tiles[in[1]] = a;
  tiles[in[2]] = b;
  o[7] = tiles[in[1]].x + tiles[in[1]].z + tiles[in[2]].w;
  if (in[0] == 0) o[7] = tiles[in[1]].w; // expect: uninitialized-read

  int3 three;
  three.xy = (int2)(1, 2);
  int3 threes[2];
  threes[in[1]] = three;
  o[8] = threes[in[1]].x + threes[in[1]].y;
  if (in[0] == 0) o[8] = threes[in[1]].z; // expect: uninitialized-read

  int16 many, more;
  many.lo = (int8)(3);
  more = (int16)(many.s0123, many.s89ab, many.s4567, many.scdef);
  o[9] = more.s3 + more.s8;
  if (in[0] == 0) o[9] = more.s7; // expect: uninitialized-read

  int4 sum = a * 2 + b;
  o[10] = sum.x + sum.y + sum.z;
  if (in[0] == 0) o[10] = sum.w; // expect: uninitialized-read
}
