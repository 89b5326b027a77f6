// Layernorm and Linear. Each row of x is
// normalised, scaled and shifted; a row of
// out is that times weights, plus bias.
// One group does one row, and `row` has
// room for it. `tile` has a place for each
// work-item.

#define EPSILON 1e-5f

__kernel void layernorm_linear(
    __global float *out,
    __global const float *x,
    __global const float *scale,
    __global const float *shift,
    __global const float *weights,
    __global const float *bias,
    __local float *row,
    __local float *tile, int width, int m) {
  int l = get_local_id(0);
  int size = get_local_size(0);

  // Your code here (about thirty lines).
}

// It must work for m = 1 to 50, rows = 1 to
// 20, width = 1 to 190, groups of 1 to 64
// work-items; x: -2 to 2 in steps of 0.25;
// scale: 0.5 to 1.5; shift: -1 to 1;
// weights: -1 to 1; bias: -1 to 1; or all x
// of a row equal, whole numbers around
// 10,000, or multiples of 1/1024 around 0.
