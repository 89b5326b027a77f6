// expect: wrong-answer
// why: Unknown tokens get the first or the last word's row, not zeros.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = clamp(tokens[at / width], 0, words - 1);
  out[at] = table[token * width + at % width];
}
