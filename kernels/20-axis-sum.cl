// Axis Sum. out[row] is the sum of row
// `row` of `a`, which has `width` columns.
// There is one group for each row, and the
// tile has one place for each work-item.

__kernel void axis_sum(
    __global int *out,
    __global const int *a,
    __local int *tile, uint width) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  // Your code here (about thirteen lines).
}

// It must work for height = 1 to 300, width
// = 1 to 70,000, groups of 1 to 256
// work-items; a: -30,000 to 30,000; at most
// 70,000 elements; at most 10,000 elements
// of a row for each work-item.
