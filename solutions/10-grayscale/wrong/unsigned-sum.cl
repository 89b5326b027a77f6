// expect: wrong-answer
// why: An unsigned number is never negative: a sum below 0 is taken for a huge one, and dark becomes white.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  int r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  uint sum = 2 * r + 5 * g + b + 8 * light;
  uint below = sum / 8, rest = sum % 8;
  if (rest > 4 || (rest == 4 && below % 2)) below++;
  gray[i] = min(below, 255u);
}
