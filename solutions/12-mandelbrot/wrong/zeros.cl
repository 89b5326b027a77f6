// expect: wrong-answer
// why: Every pixel gets zero.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  turns[row * width + column] = 0;
}
