// expect: wrong-answer
// why: What lies beyond an edge counts as dead, and the world has no edges.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t own = y * width;
  uint count = 0;
  for (size_t v = y > 0 ? y - 1 : 0; v < min(y + 2, (size_t)height); v++) {
    for (size_t u = x > 0 ? x - 1 : 0; u < min(x + 2, (size_t)width); u++) {
      if (u != x || v != y) count += now[v * width + u];
    }
  }
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
