// x and y are the two lanes of a vector; dot gives the sum of its squares.

__kernel void mandelbrot(__global int *turns, int left, int top, int zoom, int limit, uint width,
                         uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column >= width || row >= height) return;
  float2 c = convert_float2((int2)(left + column, top + row)) / zoom;
  float2 z = (float2)(0.0f, 0.0f);
  int turn = 0;
  do {
    z = (float2)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y) + c;
    turn++;
  } while (turn < limit && dot(z, z) <= 4.0f);
  turns[row * width + column] = turn;
}
