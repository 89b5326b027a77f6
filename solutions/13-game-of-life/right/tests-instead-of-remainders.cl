// Comparisons lead round the world as well as remainders, and a division is slower.

__kernel void life(__global int *next, __global const int *now, uint width, uint height) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  if (x >= width || y >= height) return;
  size_t left = x > 0 ? x - 1 : width - 1;
  size_t right = x + 1 < width ? x + 1 : 0;
  __global const int *above = now + (y > 0 ? y - 1 : height - 1) * width;
  __global const int *below = now + (y + 1 < height ? y + 1 : 0) * width;
  __global const int *own = now + y * width;
  uint count = above[left] + above[x] + above[right] + own[left] + own[right] + below[left] +
               below[x] + below[right];
  next[y * width + x] = (count | own[x]) == 3;
}
