// Softmax. Each row of a becomes numbers
// that are in proportion to exp(a) and
// together 1. One group does one row, and
// `row` has room for it. `tile` has a place
// for each work-item.

__kernel void softmax(
    __global float *out,
    __global const float *a,
    __local float *row,
    __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);

  // Your code here (about thirty lines).
}

// It must work for rows = 1 to 40, width = 1
// to 600, groups of 1 to 128 work-items; a:
// -1,100 to 1,100.
