// expect: wrong-answer
// why: All cells die.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  next[y * width + x] = 0;
}
