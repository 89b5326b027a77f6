// expect: runtime-error uninitialized-read
// why: The neighbours are looked up in the array that is being written, which does not hold this generation.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = (x + width - 1) % width;
  size_t right = (x + 1) % width;
  size_t above = (y + height - 1) % height * width;
  size_t below = (y + 1) % height * width;
  size_t own = y * width;
  uint count = next[above + left] + next[above + x] + next[above + right] +
               next[own + left] + next[own + right] +
               next[below + left] + next[below + x] + next[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
