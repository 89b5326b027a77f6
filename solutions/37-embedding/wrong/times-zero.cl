// expect: runtime-error out-of-bounds
// why: Multiplied with 0 what is read does not count; but it is read, outside of the table.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  float known = token >= 0 && token < words ? 1.0f : 0.0f;
  out[at] = known * table[token * width + at % width];
}
