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
