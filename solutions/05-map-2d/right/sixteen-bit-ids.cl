// Ids of sixteen bits, but an index of 32: width is a uint, and so is what it is multiplied with.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  ushort column = get_global_id(0);
  ushort row = get_global_id(1);

  if (column < width && row < height) {
    uint i = row * width + column;
    out[i] = a[i] + 10.0f * row;
  }
}
