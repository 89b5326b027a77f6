// Matmul Tiles. out = a times b as before: a
// is n by k, b is k by m. Groups are T by T;
// tile_a and tile_b have T * T elements. A
// work-item may read global memory twice for
// each tile of a row.

__kernel void matmul_tiles(
    __global float *out,
    __global const float *a,
    __global const float *b,
    __local float *tile_a,
    __local float *tile_b,
    uint n, uint k, uint m) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t T = get_local_size(0);

  // Your code here (about twenty lines).
}

// It must work for k = 1 to 300, m = 1 to
// 300, n = 1 to 300, square groups of 1 × 1
// to 16 × 16 work-items, up to 1 more group
// than needed in each dimension; a: -20 to
// 20 in steps of 0.0078125; b: -800 / k to
// 800 / k in steps of 0.125.
