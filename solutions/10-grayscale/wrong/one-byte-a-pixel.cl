// expect: wrong-answer
// why: The pixel is taken to begin at byte `i`, but each of those before it has three bytes.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float r = rgb[i], g = rgb[i + 1], b = rgb[i + 2];
  gray[i] = convert_uchar_sat_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
