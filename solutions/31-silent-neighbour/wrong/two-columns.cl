// expect: runtime-error data-race
// why: 2 is the width of one matrix: a narrower one is not guarded, and of a wider one most columns are left out.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height || column >= 2) return;
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  int value = from[column];
  to[column] = value * value;
}
