// As an unsigned number a negative token is a huge one: one comparison refuses both.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  uint token = tokens[at / width];
  out[at] = token < (uint)words ? table[token * width + at % width] : 0.0f;
}
