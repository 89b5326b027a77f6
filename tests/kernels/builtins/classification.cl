// isnan, isinf, isfinite, signbit and comparisons with NaN.
// launch: global 1 local 1
// arg: out int[9]
// arg: x float=1
// expect: clean
// out: out 1 0 1 1 0 1 0 1 -1

__kernel void test(__global int *out, float x) {
  float nan_value = nan(0u), infinity = x / (x - x);
  out[0] = isnan(nan_value);
  out[1] = isnan(x);
  out[2] = isinf(infinity);
  out[3] = isfinite(x);
  out[4] = isfinite(infinity);
  out[5] = signbit(-x);
  out[6] = isequal(nan_value, nan_value);
  out[7] = isunordered(nan_value, x);
  out[8] = isnan((float2)(x, nan_value)).y;
}
