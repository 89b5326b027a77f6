// expect: wrong-answer
// why: Nothing is written.

__kernel void matmul_tiles(__global float *out, __global const float *a, __global const float *b,
                           __local float *tile_a, __local float *tile_b, uint n, uint k, uint m) {
  size_t column = get_global_id(0), row = get_global_id(1);
  size_t x = get_local_id(0), y = get_local_id(1), T = get_local_size(0);
}
