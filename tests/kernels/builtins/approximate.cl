// What devices may compute inexactly loses its last twelve bits; what is exact in twelve keeps its value.
// launch: global 4 local 4
// arg: a const float[4]=(0.1,0.3,4.0,2.0)
// arg: out uint[12]
// emulator-only: another device is as exact as it likes
// expect: clean
// out: out 0 0 0 0 0 0 0 0 0 2 1 1

__kernel void test(__global const float *a, __global uint *out) {
  size_t i = get_global_id(0);
  out[i] = as_uint(native_sqrt(a[i])) & 0xfff;
  out[4 + i] = as_uint2(half_exp((float2)(a[i], a[i] + 0.01f))).y & 0xfff;
  if (i > 0) return;
  out[8] = as_uint(fast_length((float2)(a[0], a[1]))) & 0xfff;
  out[9] = half_sqrt(a[2]) == 2.0f ? 2 : 0;
  out[10] = isinf(native_recip(a[2] - 4.0f)) && isnan(half_sqrt(-a[3]));
  out[11] = sqrt(a[3]) != half_sqrt(a[3]);
}
