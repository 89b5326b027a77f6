// expect: runtime-error data-race
// why: A row has as many cells as the world is wide; here it begins after `height` cells for each row before it.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = (x + width - 1) % width;
  size_t right = (x + 1) % width;
  size_t above = (y + height - 1) % height * height;
  size_t below = (y + 1) % height * height;
  size_t own = y * height;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
