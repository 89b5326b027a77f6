// expect: runtime-error out-of-bounds
// why: The world ends at its width and height; the launch has more work-items than that.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t columns = get_global_size(0), rows = get_global_size(1);
  size_t left = (x + columns - 1) % columns;
  size_t right = (x + 1) % columns;
  size_t above = (y + rows - 1) % rows * width;
  size_t below = (y + 1) % rows * width;
  size_t own = y * width;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
