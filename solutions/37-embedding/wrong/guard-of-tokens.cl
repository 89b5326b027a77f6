// expect: wrong-answer
// why: n counts tokens; there are n times width elements.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n) return;
  int token = tokens[at / width];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * width + at % width];
  out[at] = value;
}
