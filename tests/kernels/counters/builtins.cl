// Branches inside builtins are not the kernel's.
// launch: global 64 local 32
// arg: a const float4[64]=range
// arg: out float4[64]
// arg: n int[64]
// expect: clean
// counts: 32 branches 2 divergent_branches 2
__kernel void test(__global const float4 *a, __global float4 *out, __global int *n) {
  size_t i = get_global_id(0);
  float4 x = a[i];
  int rest = 0;
  n[i] = convert_int_sat(x.x) + convert_uchar_sat_rte(x.y) + abs_diff((int)i, 3);
  if (i % 2 == 0) x = normalize(x) + fract(x, &x) + remquo(x.x, 2.0f, &rest) + ldexp(x, 3);
  out[i] = x + atan2(x, x) + nextafter(x.x, 2.0f) + (float)rest;
}
