// Both must be inside; then a flat index is right, too.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row < height && column < width) {
    int at = row * width + column;
    int value = a[at];
    out[at] = value * value;
  }
}
