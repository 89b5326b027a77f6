// expect: runtime-error data-race
// expect-line: 12
// why: An index inside the picture does not prove that the column is: past the end of a row is the beginning of the next one.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t i = row * width + column;
  if (i >= width * height) return;
  float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = convert_uchar_sat_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
