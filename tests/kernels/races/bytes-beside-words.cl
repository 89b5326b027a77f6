// Neighbouring bytes of one array by different work-items are clean, whatever the widths of accesses to others.
// launch: global 16 local 8
// arg: a const float4[16]=range
// arg: b float4[16]
// arg: c uchar[16]
// arg: d double[16]
// expect: clean
__kernel void test(__global const float4 *a, __global float4 *b, __global uchar *c, __global double *d) {
  __local float4 wide[8];
  __local uchar narrow[8];
  const uint i = get_global_id(0), l = get_local_id(0);
  wide[l] = a[i];
  narrow[l] = l;
  b[i] = wide[l];
  c[i] = narrow[l];
  d[i] = wide[l].x;
}
