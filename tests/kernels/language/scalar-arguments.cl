// Arguments of every size arrive whole.
// launch: global 1 local 1
// arg: out long[7]
// arg: c char=-7
// arg: s ushort=65000
// arg: l long=-9000000000
// arg: u ulong=18446744073709551615
// arg: f float=2.5
// arg: v int4=(1,2,3,4)
// arg: w float3=(5,6,7)
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
