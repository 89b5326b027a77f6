// expect: wrong-answer
// why: The sum is kept in a `uchar`, which holds no more than 255.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  uchar sum = 2 * rgb[3 * i] + 5 * rgb[3 * i + 1] + rgb[3 * i + 2];
  gray[i] = convert_uchar_sat_rte(sum / 8.0f + light);
}
