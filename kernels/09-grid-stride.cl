// Grid Stride. out[i] = s * a[i] + b[i] for
// the n elements that there are, with any
// number of work-items: fewer or more.

__kernel void grid_stride(
    __global int *out,
    __global const int *a,
    __global const int *b,
    int s, uint n) {
  // Your code here (about three lines).
}

// It must work for n = 1 to 70,000, s =
// -1,000 to 1,000, groups of 1 to 256
// work-items, up to 8 more groups than
// needed; a: -1,000,000 to 1,000,000; b:
// -1,000,000 to 1,000,000; at most 10,000
// elements for each work-item.
