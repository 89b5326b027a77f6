// expect: wrong-answer
// why: The cell is counted among its own neighbours.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = (x + width - 1) % width;
  size_t right = (x + 1) % width;
  size_t above = (y + height - 1) % height * width;
  size_t below = (y + 1) % height * width;
  size_t own = y * width;
  uint count = 0;
  for (uint v = 0; v < 3; v++) {
    for (uint u = 0; u < 3; u++) {
      count += now[(y + height + v - 1) % height * width + (x + width + u - 1) % width];
    }
  }
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
