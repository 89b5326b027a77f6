// expect: runtime-error data-race
// why: A flat index in range is no proof: behind the end of a row lies the next one, whose cells have work-items of their own.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (y * width + x >= width * height) return;
  size_t left = (x + width - 1) % width;
  size_t right = (x + 1) % width;
  size_t above = (y + height - 1) % height * width;
  size_t below = (y + 1) % height * width;
  size_t own = y * width;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
