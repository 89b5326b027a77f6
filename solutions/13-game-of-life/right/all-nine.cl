// A loop over all nine cells, the own one too: then 3 lives, and 4 stays what it is.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  uint sum = 0;
  int self = 0;
  for (size_t v = y + height - 1; v <= y + height + 1; v++) {
    for (size_t u = x + width - 1; u <= x + width + 1; u++) {
      int cell = now[v % height * width + u % width];
      if (u == x + width && v == y + height) self = cell;
      sum += cell;
    }
  }
  next[y * width + x] = sum == 3 || (sum == 4 && self);
}
