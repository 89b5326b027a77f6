// expect: wrong-answer
// why: Row and column fit into sixteen bits, but the index made of both does not.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  ushort column = get_global_id(0);
  ushort row = get_global_id(1);

  if (column < width && row < height) {
    ushort i = row * width + column;
    out[row * width + column] = a[i] + 10.0f * row;
  }
}
