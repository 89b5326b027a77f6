// expect: wrong-answer
// why: x and y are whole numbers and lose their fractions in each turn.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + (int)column) / (float)zoom;
  float cy = (top + (int)row) / (float)zoom;
  int x = 0, y = 0, turn = 0;
  while (turn < limit && x * x + y * y <= 4) {
    int next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
    turn++;
  }
  turns[row * width + column] = turn;
}
