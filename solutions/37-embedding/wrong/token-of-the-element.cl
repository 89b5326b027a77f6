// expect: runtime-error out-of-bounds
// why: There is a token for each row of out, not for each element.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * width + at % width];
  out[at] = value;
}
