// expect: runtime-error conversion-out-of-range
// why: `min` keeps the sum from being too large. Below 0 it still fits no `uchar`, and without `_sat` OpenCL does not say what becomes of it.
// expect-line: 12

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = convert_uchar_rte(min(0.25f * r + 0.625f * g + 0.125f * b + light, 255.0f));
}
