// expect: runtime-error out-of-bounds
// why: The distance between two rows is the width of a row, not the number of rows.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * words + at % width];
  out[at] = value;
}
