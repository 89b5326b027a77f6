// vload3 reads the three bytes of a pixel, and a dot product weights them.

__kernel void grayscale(__global uchar *gray, __global const uchar *rgb, int light, uint width,
                        uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  size_t i = row * width + column;
  float3 weights = (float3)(0.25f, 0.625f, 0.125f);
  gray[i] = convert_uchar_sat_rte(dot(convert_float3(vload3(i, rgb)), weights) + light);
}
