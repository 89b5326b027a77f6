// Mandelbrot. turns gets, for each pixel, how
// many turns are done until x * x + y * y is
// more than 4, at most limit. A pixel's place
// is ((left + column) / zoom, (top + row) /
// zoom). More work-items may start than pixels.

__kernel void mandelbrot(
    __global int *turns,
    int left, int top,
    int zoom, int limit,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about twelve lines).
}

// It must work for height = 1 to 33, limit =
// 1 to 300, width = 1 to 33, groups of 1 to
// 16 by 1 to 16 work-items, up to 1 more
// group than needed in each dimension; left
// = -20 to 20; top = -30 to 30; zoom = 1 to
// 32.
