// Each dimension has an `if` of its own, one inside the other.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (column < width) {
    __global const int *from = a + column;
    __global int *to = out + column;
    if (row < height) {
      int value = from[row * width];
      to[row * width] = value * value;
    }
  }
}
