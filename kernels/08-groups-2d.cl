// Groups 2D. out = a + 100 * (the number
// of the group) + (the place in the group)
// for a matrix of height rows and width
// columns. Groups and places are numbered
// row by row. More work-items start than
// elements.

__kernel void groups_2d(
    __global int *out,
    __global const int *a,
    uint width, uint height) {
  // Your code here (about eight lines).
}

// It must work for height = 1 to 70,000,
// width = 1 to 70,000, groups of 1 to 64 by
// 1 to 16 work-items, up to 1 more group
// than needed in each dimension; a:
// -1,000,000,000 to 1,000,000,000; at most
// 70,000 elements.
