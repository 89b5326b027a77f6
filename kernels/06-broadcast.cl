// Broadcast. The element of out in row
// and column is the sum of one of a, which
// has width elements, and one of b, which
// has height. More work-items start than
// elements.

__kernel void broadcast(
    __global float *out,
    __global const float *a,
    __global const float *b,
    uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about three lines).
}
