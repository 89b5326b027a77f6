// expect: wrong-answer
// why: A copy of the red channel.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  gray[i] = convert_uchar_sat(rgb[3 * i] + light);
}
