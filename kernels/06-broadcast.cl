// Broadcast. The element of out in row
// and column is the sum of one of a, which
// has width elements, and one of b, which
// has height. More work-items start than
// elements.

__kernel void broadcast(
    __global float *out,
    __global const float *a,
    __global const float *b,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about three lines).
}

// It must work for height = 1 to 70,000,
// width = 1 to 70,000, groups of 1 to 16 by
// 1 to 16 work-items, up to 1 more group
// than needed in each dimension; a: any
// float but NaN; b: any float but NaN; at
// most 70,000 elements.
