// expect: wrong-answer
// why: The origin is put into the middle of the picture. `left` and `top` say where it is.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = ((int)column - (int)(width / 2)) / (float)zoom;
  float cy = ((int)row - (int)(height / 2)) / (float)zoom;
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
