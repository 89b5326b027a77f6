// One thread a cell. The remainder leads round the world;
// `width` is added first, since `x` and `y` have no sign.

__global__ void life(
    int *next,
    const int *now,
    unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;

  if (x < width && y < height) {
    unsigned left = (x + width - 1) % width;
    unsigned right = (x + 1) % width;
    unsigned above = (y + height - 1) % height * width;
    unsigned below = (y + 1) % height * width;
    unsigned own = y * width;

    unsigned count =
        now[above + left] + now[above + x] + now[above + right] +
        now[own + left] + now[own + right] +
        now[below + left] + now[below + x] + now[below + right];
    next[own + x] = count == 3 || (count == 2 && now[own + x]);
  }
}
