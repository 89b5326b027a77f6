// Dot Product. Each group adds up the
// products a[i] * b[i] of its elements and
// writes the sum to its place in `out`. The
// tile has one place a work-item.

__kernel void dot_product(
    __global float *out,
    __global const float *a,
    __global const float *b,
    __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  // Your code here (about ten lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: -20 to 20 in steps of
// 0.0078125; b: -800 / local_x to 800 /
// local_x in steps of 0.125.
