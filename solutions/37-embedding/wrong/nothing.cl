// expect: wrong-answer
// why: Nothing is written.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
}
