// expect: wrong-answer
// why: Six turns pass without a look at |z|, and then `>` asks whether it has left. Far away z is NaN by then, of which no comparison holds.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + (int)column) / (float)zoom;
  float cy = (top + (int)row) / (float)zoom;
  float x = 0.0f, y = 0.0f;
  int turn = 0;
  while (turn + 6 <= limit) {
    float old_x = x, old_y = y;
    for (int k = 0; k < 6; k++) {
      float next = x * x - y * y + cx;
      y = 2.0f * x * y + cy;
      x = next;
    }
    if (x * x + y * y > 4.0f) {
      x = old_x;
      y = old_y;
      break;
    }
    turn += 6;
  }
  while (turn < limit && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    turn++;
  }
  turns[row * width + column] = turn;
}
