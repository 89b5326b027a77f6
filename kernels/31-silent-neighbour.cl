// Silent Neighbour. Every element of out is
// the square of the element of a in the
// same row and column.
//
// There is one mistake in this kernel.

__kernel void squares(
    __global int *out,
    __global const int *a,
    int width, int height) {
  int column = get_global_id(0);
  int row = get_global_id(1);

  if (row >= height) {
    return;
  }
  __global const int *from = a + row * width;
  __global int *to = out + row * width;
  int value = from[column];
  to[column] = value * value;
}

// It must work for height = 1 to 70,000,
// width = 1 to 70,000, groups of 1 to 16 by
// 1 to 16 work-items, up to 1 more group
// than needed in each dimension; a: -46,340
// to 46,340; at most 70,000 elements.
