// Bitonic Sort. `pad` is launched once: it
// copies a to data, and fills what is left
// up to `padded` with INT_MAX.
//
// `exchange` is launched for blocks of 2,
// 4, 8 … `padded` elements, in each for the
// distances block / 2 … 4, 2, 1. Elements i
// and i ^ distance are a pair; the smaller
// one comes first where i & block is 0, and
// the larger one where it is not. A work-
// item may read two elements and write two.

__kernel void pad(
    __global int *data,
    __global const int *a,
    uint n, uint padded) {
  size_t i = get_global_id(0);

  // Your code here (about three lines).
}

__kernel void exchange(
    __global int *data,
    uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);

  // Your code here (about ten lines).
}

// It must work for n = 1 to 200, groups of 1
// to 128 work-items, up to 1 more group than
// needed; a: any int.
