// Grayscale. gray = 0.25 * red + 0.625 *
// green + 0.125 * blue + light, rounded to
// the nearest whole number (halves to the
// even one), from 0 to 255. rgb has three
// bytes for each pixel. More work-items
// start than pixels.

__kernel void grayscale(
    __global uchar *gray,
    __global const uchar *rgb,
    int light,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about six lines).
}
