// expect: runtime-error out-of-bounds
// expect-line: 11
// why: There are three bytes to a pixel, and here it is taken to have four.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float r = rgb[4 * i], g = rgb[4 * i + 1], b = rgb[4 * i + 2];
  gray[i] = convert_uchar_sat_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
