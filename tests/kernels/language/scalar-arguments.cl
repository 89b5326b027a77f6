// Arguments of every size arrive whole.
// launch: global 1 local 1
// arg: output long out 7
// arg: scalar char c -7
// arg: scalar ushort s 65000
// arg: scalar long l -9000000000
// arg: scalar ulong u 18446744073709551615
// arg: scalar float f 2.5
// arg: scalar int4 v 1 2 3 4
// arg: scalar float3 w 5 6 7
// expect: clean
// out: out -7 65000 -9000000000 1 25 1234 567

__kernel void test(__global long *out, char c, ushort s, long l, ulong u, float f, int4 v,
                   float3 w) {
  out[0] = c;
  out[1] = s;
  out[2] = l;
  out[3] = u == ULONG_MAX;
  out[4] = (long)(f * 10.0f);
  out[5] = v.x * 1000 + v.y * 100 + v.z * 10 + v.w;
  out[6] = (long)(w.x * 100.0f + w.y * 10.0f + w.z);
}
