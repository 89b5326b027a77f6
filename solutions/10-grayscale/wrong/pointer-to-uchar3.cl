// expect: runtime-error out-of-bounds
// expect-line: 12
// why: A `uchar3` takes four bytes in memory, so a pointer to it leaves out a byte for each pixel and runs past the end.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  __global const uchar3 *pixels = (__global const uchar3 *)rgb;
  float3 p = convert_float3(pixels[i]);
  gray[i] = convert_uchar_sat_rte(dot(p, (float3)(0.25f, 0.625f, 0.125f)) + light);
}
