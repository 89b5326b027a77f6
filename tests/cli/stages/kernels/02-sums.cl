__kernel void square(__global const int *a, __global int *squares, const uint n) {
  // Your code here
}

__kernel void sum_groups(__global const int *squares, __global int *sums, __local int *tile, const uint n) {
  // Your code here
}
