// expect: wrong-answer
// why: The elements, not their squares.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height || column >= width) return;
  out[row * width + column] = a[row * width + column];
}
