// expect: wrong-answer
// why: Row i of out gets row i of the table; what is wanted is the row that the token names.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int row = at / width;
  out[at] = row < words ? table[row * width + at % width] : 0.0f;
}
