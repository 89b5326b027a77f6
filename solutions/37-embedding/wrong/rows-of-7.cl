// expect: runtime-error out-of-bounds
// why: 7 is the width in one case only.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * 7) return;
  int token = tokens[at / 7];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * 7 + at % 7];
  out[at] = value;
}
