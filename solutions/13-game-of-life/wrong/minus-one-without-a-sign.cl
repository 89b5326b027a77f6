// expect: wrong-answer
// why: An id minus one is a huge number at the edge, and its remainder is the last column only if the width is a power of two.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = (x - 1) % width;
  size_t right = (x + 1) % width;
  size_t above = (y - 1) % height * width;
  size_t below = (y + 1) % height * width;
  size_t own = y * width;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
