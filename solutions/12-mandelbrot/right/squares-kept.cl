// The squares are needed for the test and for the next x, and are computed once.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + (int)column) / (float)zoom;
  float cy = (top + (int)row) / (float)zoom;
  float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
  int turn;
  for (turn = 0; turn < limit && xx + yy <= 4.0f; turn++) {
    y = (x + x) * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
  }
  turns[row * width + column] = turn;
}
