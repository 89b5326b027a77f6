// expect: runtime-error out-of-bounds
// why: A token beyond the last word reads past the table.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  float value = 0.0f;
  if (token >= 0) value = table[token * width + at % width];
  out[at] = value;
}
