// expect: wrong-answer
// why: Twice the element is not its square, though it is for 0 and 2.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height || column >= width) return;
  out[row * width + column] = 2 * a[row * width + column];
}
