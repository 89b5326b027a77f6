// expect: over-budget
// why: Right, but neighbours are in different rows: each fetches a piece of memory of its own.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n * width) return;
  int row = at % n, column = at / n;
  int token = tokens[row];
  bool known = token >= 0 && token < words;
  out[row * width + column] = known ? table[token * width + column] : 0.0f;
}
