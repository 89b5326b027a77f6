// rint rounds and clamp keeps within bounds; what is left for the conversion fits.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  if (column < width && row < height) {
    __global const uchar *pixel = rgb + 3 * (row * width + column);
    float sum = (2.0f * pixel[0] + 5.0f * pixel[1] + pixel[2]) / 8.0f + light;
    gray[row * width + column] = (uchar)clamp(rint(sum), 0.0f, 255.0f);
  }
}
