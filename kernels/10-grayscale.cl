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

// It must work for height = 1 to 70,000,
// light = -1,000 to 1,000, width = 1 to
// 70,000, groups of 1 to 64 by 1 to 16
// work-items, up to 1 more group than needed
// in each dimension; rgb: any uchar; at most
// 70,000 pixels.
