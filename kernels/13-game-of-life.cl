// Game of Life. A cell of `next` is 1 if in
// `now` three of its eight neighbours are
// alive, or two and the cell itself. Behind
// the last column comes the first, and so
// with rows. Launched once a generation.

__kernel void life(
    __global int *next,
    __global const int *now,
    uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);

  // Your code here (about ten lines).
}

// It must work for generations = 1 to 5,
// height = 3 to 40, width = 3 to 40, groups
// of 1 to 16 by 1 to 16 work-items, up to 1
// more group than needed in each dimension;
// a: 0 to 1.
