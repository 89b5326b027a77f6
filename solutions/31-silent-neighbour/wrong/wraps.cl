// expect: runtime-error data-race
// why: Whoever has no element begins the row again: two work-items write one element.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height) return;
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  column %= width;
  int value = from[column];
  to[column] = value * value;
}
