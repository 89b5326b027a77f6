// expect: wrong-answer
// why: A row has as many elements as the matrix has columns, not as the launch has work-items.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height || column >= width) return;
  int stride = get_global_size(0);
  int at = row * stride + column;
  if (at >= width * height) return;
  int value = a[at];
  out[at] = value * value;
}
