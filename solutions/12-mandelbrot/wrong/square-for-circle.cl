// expect: wrong-answer
// why: `x` and `y` are looked at one by one, so a point in the corner of the square counts as small, though it is too far away.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + (int)column) / (float)zoom;
  float cy = (top + (int)row) / (float)zoom;
  float x = 0.0f, y = 0.0f;
  int turn = 0;
  while (turn < limit && fabs(x) <= 2.0f && fabs(y) <= 2.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    turn++;
  }
  turns[row * width + column] = turn;
}
