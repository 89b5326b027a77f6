// Eight times the sum in whole numbers; the remainder says how to round.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  int sum = 2 * rgb[3 * i] + 5 * rgb[3 * i + 1] + rgb[3 * i + 2] + 8 * light;
  int below = sum >> 3, rest = sum & 7;
  if (rest > 4 || (rest == 4 && (below & 1))) below++;
  gray[i] = clamp(below, 0, 255);
}
