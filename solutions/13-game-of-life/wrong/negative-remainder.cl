// expect: runtime-error out-of-bounds
// why: In C the remainder of -1 is -1, not the last column.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  int w = width, h = height;
  int left = ((int)x - 1) % w;
  int right = ((int)x + 1) % w;
  int above = ((int)y - 1) % h * w;
  int below = ((int)y + 1) % h * w;
  int own = y * w;
  uint count = now[above + left] + now[above + x] + now[above + right] +
               now[own + left] + now[own + right] +
               now[below + left] + now[below + x] + now[below + right];
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
