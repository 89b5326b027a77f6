// expect: wrong-answer
// why: The mean of the three channels. The weights differ: green counts more than the other two together.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = convert_uchar_sat_rte((r + g + b) / 3.0f + light);
}
