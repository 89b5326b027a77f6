// expect: wrong-answer
// why: The column is the remainder after whole rows, and a row has width elements.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * width + at / n];
  out[at] = value;
}
