// Sparse Matrix Vector. out = matrix times x.
// The elements of a row are those from
// start[row] to before start[row + 1] in
// `value`; `column` says where each is.
// A group does the row with its own number,
// if there is one; tile has an element for
// each work-item.

__kernel void multiply(
    __global float *out,
    __global const float *value,
    __global const int *column,
    __global const int *start,
    __global const float *x,
    __local float *tile, uint rows) {
  size_t row = get_group_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  // Your code here (about twenty lines).
}

// It must work for longest = 1 to 70,000,
// rows = 1 to 300, groups of 1 to 256
// work-items, up to 2 more groups than
// needed; value: -5 to 5 in steps of 0.5; x:
// -9 to 9 in steps of 0.00390625; at most
// 70,000 numbers in all.
