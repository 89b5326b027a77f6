// Every work-item makes all turns; those that are done no longer count.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + (int)column) / (float)zoom;
  float cy = (top + (int)row) / (float)zoom;
  float x = 0.0f, y = 0.0f;
  int turn = 0;
  for (int i = 0; i < limit; i++) {
    if (x * x + y * y <= 4.0f) turn++;
    float next = fma(x, x, cx) - y * y;
    y = fma(2.0f * x, y, cy);
    x = next;
  }
  turns[row * width + column] = turn;
}
