// expect: wrong-answer
// why: Rows of unknown tokens are never written.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  if (token >= 0 && token < words) out[at] = table[token * width + at % width];
}
