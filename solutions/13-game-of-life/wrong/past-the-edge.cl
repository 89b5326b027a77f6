// expect: runtime-error out-of-bounds
// why: Cells at the edge look for neighbours outside the array.
// expect-line: 13

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t own = y * width;
  uint count = 0;
  for (size_t v = y - 1; v != y + 2; v++) {
    for (size_t u = x - 1; u != x + 2; u++) {
      if (u != x || v != y) count += now[v * width + u];
    }
  }
  next[own + x] = count == 3 || (count == 2 && now[own + x]);
}
