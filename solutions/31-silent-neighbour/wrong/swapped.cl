// expect: runtime-error out-of-bounds
// why: Rows are compared with the width and columns with the height.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= width || column >= height) return;
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  int value = from[column];
  to[column] = value * value;
}
