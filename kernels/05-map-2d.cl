// Map 2D. out = a + 10 * row, for
// a matrix of height rows and width
// columns, stored row after row. More
// work-items start than elements.

__kernel void map_2d(
    __global float *out,
    __global const float *a,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about four lines).
}

// It must work for height = 1 to 65,000,
// width = 1 to 65,000, groups of 1 to 16 by
// 1 to 16 work-items, up to 1 more group
// than needed in each dimension; a: any
// float but NaN; at most 70,000 elements.
