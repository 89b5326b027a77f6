// expect: wrong-answer
// why: Unknown tokens get some other word's row, not zeros.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  uint token = tokens[at / width];
  out[at] = table[token % words * width + at % width];
}
