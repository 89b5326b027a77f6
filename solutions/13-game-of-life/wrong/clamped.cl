// expect: wrong-answer
// why: At the edge a cell takes itself or its row for the missing neighbours, instead of the other side of the world.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = x > 0 ? x - 1 : 0;
  size_t right = min(x + 1, (size_t)width - 1);
  size_t above = (y > 0 ? y - 1 : 0) * width;
  size_t below = min(y + 1, (size_t)height - 1) * width;
  size_t own = y * width;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
