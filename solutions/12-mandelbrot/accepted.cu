// The new x waits in a variable of its own until
// y has been computed with the old one.

__global__ void mandelbrot(
    int *turns,
    int left, int top,
    int zoom, int limit,
    unsigned width, unsigned height) {
  unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

  if (column < width && row < height) {
    float cx = (left + (int)column) / (float)zoom;
    float cy = (top + (int)row) / (float)zoom;
    float x = 0.0f, y = 0.0f;
    int turn = 0;
    while (turn < limit && x * x + y * y <= 4.0f) {
      float next = x * x - y * y + cx;
      y = 2.0f * x * y + cy;
      x = next;
      turn++;
    }
    turns[row * width + column] = turn;
  }
}
