// expect: wrong-answer
// why: The row within the group picks from `b`. It begins again at 0 in every group.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) out[row * width + column] = a[column] + b[get_local_id(1)];
}
