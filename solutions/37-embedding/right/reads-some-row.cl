// Everybody reads: who has no word reads the first one's row, and does not use it.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int token = tokens[at / width];
  bool known = token >= 0 && token < words;
  float value = table[(known ? token : 0) * width + at % width];
  out[at] = known ? value : 0.0f;
}
