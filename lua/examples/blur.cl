// The mean of the 3 by 3 pixels around each; beyond the edge there are none, and they do not count.
#include "layout.h"

__kernel void blur(__global uchar *out, __global const uchar *in, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int sum = 0, count = 0;
  if (x >= width || y >= height) return;
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int ny = y + dy, nx = x + dx;
      if (ny < 0 || ny >= height || nx < 0 || nx >= width) continue;
      sum += in[row_major_2(ny, nx, height, width)];
      count++;
    }
  out[row_major_2(y, x, height, width)] = sum / count;
}
