// expect: runtime-error out-of-bounds
// expect-line: 11
// why: `vload3(3 * i, rgb)` is pixel `3 * i`: its first argument counts vectors, not bytes.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float3 p = convert_float3(vload3(3 * i, rgb));
  gray[i] = convert_uchar_sat_rte(dot(p, (float3)(0.25f, 0.625f, 0.125f)) + light);
}
