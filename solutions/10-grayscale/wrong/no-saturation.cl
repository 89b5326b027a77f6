// expect: runtime-error conversion-out-of-range
// why: A sum beyond 255 or below 0 fits no `uchar`. Without `_sat`, OpenCL does not say what becomes of it: devices differ.
// expect-line: 12

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float r = rgb[3 * i], g = rgb[3 * i + 1], b = rgb[3 * i + 2];
  gray[i] = convert_uchar_rte(0.25f * r + 0.625f * g + 0.125f * b + light);
}
