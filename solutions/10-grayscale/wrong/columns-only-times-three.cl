// expect: wrong-answer
// why: The column is multiplied by the three bytes of a pixel, and the row is not. Row 0 comes out right.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + 3 * column;
  float r = rgb[i], g = rgb[i + 1], b = rgb[i + 2];
  gray[row * width + column] = convert_uchar_sat_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
