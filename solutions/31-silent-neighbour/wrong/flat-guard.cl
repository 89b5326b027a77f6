// expect: runtime-error data-race
// why: The index is in range, but it belongs to the next row: two work-items write one element.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  int at = row * width + column;
  if (at >= width * height) return;
  int value = a[at];
  out[at] = value * value;
}
