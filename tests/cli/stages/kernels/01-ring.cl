__kernel void ring(
    __global const int *cells,
    __global int *next,
    const uint n, const int launch) {
  // Your code here
}
