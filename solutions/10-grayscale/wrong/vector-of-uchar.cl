// expect: wrong-answer
// why: A vector of `uchar` is computed in `uchar`: unlike single numbers its lanes wrap around.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  uchar3 p = vload3(i, rgb) * (uchar3)(2, 5, 1);
  gray[i] = convert_uchar_sat_rte((p.x + p.y + p.z) / 8.0f + light);
}
