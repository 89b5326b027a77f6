// expect: runtime-error data-race
// why: Only where the row ends with the array itself the spare columns are sent away.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height) return;
  if (row == height - 1 && column >= width) return;
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  int value = from[column];
  to[column] = value * value;
}
