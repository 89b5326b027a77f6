// One printf for the whole line, so that nobody can print
// in between; no loop, because each thread runs this once.

#include <stdio.h>

__global__ void hello_work_items() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;

  int width = gridDim.x * blockDim.x;
  int height = gridDim.y * blockDim.y;
  int depth = gridDim.z * blockDim.z;
  int l = threadIdx.x, m = threadIdx.y, n = threadIdx.z;
  int g = blockIdx.x, h = blockIdx.y, k = blockIdx.z;

  printf("work-item (%d,%d,%d) of (%d,%d,%d) "
         "is (%d,%d,%d) in group (%d,%d,%d)\n",
         x, y, z, width, height, depth, l, m, n, g, h, k);
}
