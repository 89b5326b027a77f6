// expect: wrong-answer
// why: The row of an element is the quotient, not the remainder.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at % n];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * width + at % width];
  out[at] = value;
}
