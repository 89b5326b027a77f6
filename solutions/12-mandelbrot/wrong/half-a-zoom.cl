// expect: wrong-answer
// why: Half a zoom is taken in whole numbers, so an odd zoom loses one.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  int half_zoom = zoom / 2;
  float cx = 0.5f * (left + (int)column) / half_zoom;
  float cy = 0.5f * (top + (int)row) / half_zoom;
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
