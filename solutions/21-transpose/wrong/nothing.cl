// expect: wrong-answer
// why: Nothing is written.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
}
