// expect: runtime-error out-of-bounds
// why: The write is guarded; the read before it still goes past the end.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);
  if (row >= height) return;
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  int value = from[column];
  if (column < width) to[column] = value * value;
}
