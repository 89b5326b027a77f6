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
