// expect: runtime-error data-race
// why: The local id begins again in every group: all groups write the first elements.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  at = get_local_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  float value = 0.0f;
  if (token >= 0 && token < words) value = table[token * width + at % width];
  out[at] = value;
}
