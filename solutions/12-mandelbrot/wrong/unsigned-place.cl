// expect: wrong-answer
// why: The id is unsigned, and so is its sum with `left`. Where that should be negative it is huge.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float cx = (left + column) / (float)zoom;
  float cy = (top + row) / (float)zoom;
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
