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
