// expect: runtime-error data-race
// why: Those without an element all store the first one again, which several do and nothing orders.

__kernel void map_2d(__global float *out, __global const float *a, uint width, uint height) {
  size_t column = get_global_id(0), row = get_global_id(1);
  if (column < width && row < height)
    out[row * width + column] = a[row * width + column] + 10.0f * row;
  else
    out[0] = a[0];
}
