// Transpose. out[c][r] is a[r][c]: `a` has
// `height` rows of `width`, `out` has
// `width` rows of `height`. Groups and
// tiles are square, t by t.

__kernel void transpose(
    __global int *out,
    __global const int *a,
    __local int *tile,
    uint width, uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);

  // Your code here (about nine lines).
}

// It must work for height = 1 to 300, width
// = 1 to 300, square groups of 1 × 1 to 16
// × 16 work-items, up to 2 more groups than
// needed in each dimension; a: any int; at
// most 70,000 elements.
