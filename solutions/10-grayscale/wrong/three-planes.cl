// expect: wrong-answer
// why: All red bytes, then all green and all blue ones: some pictures are stored like that. Here the three bytes of a pixel lie side by side.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  size_t plane = width * height;
  float r = rgb[i], g = rgb[i + plane], b = rgb[i + 2 * plane];
  gray[i] = convert_uchar_sat_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
