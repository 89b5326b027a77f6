// A vector of ints is wide enough; the conversion of ints saturates.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  int3 parts = convert_int3(vload3(i, rgb)) * (int3)(2, 5, 1);
  int sum = parts.x + parts.y + parts.z + 8 * light;
  gray[i] = convert_uchar_sat((sum + 3 + ((sum >> 3) & 1)) >> 3);
}
