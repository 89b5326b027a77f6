// expect: runtime-error data-race
// why: The index of the pixel is kept in a ushort, and a picture may have 70,000 pixels.

__kernel void grayscale(
    __global uchar *gray,
    __global const uchar *rgb,
    int light,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  if (column < width && row < height) {
    ushort i = row * width + column;
    float sum = 0.25f * rgb[3 * i] + 0.625f * rgb[3 * i + 1]
        + 0.125f * rgb[3 * i + 2] + light;
    gray[i] = convert_uchar_sat_rte(sum);
  }
}
