// expect: runtime-error data-race
// why: The last row is safe now. In all others the spare columns are still elements of the next row.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  int at = row * width + column;
  if (row >= height || at >= width * height) return;
  int value = a[at];
  out[at] = value * value;
}
