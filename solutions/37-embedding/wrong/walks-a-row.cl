// expect: over-budget
// why: Right, but each work-item walks along a row of its own, so that neighbours are a whole row apart.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at >= n) return;
  int token = tokens[at];
  bool known = token >= 0 && token < words;
  for (int column = 0; column < width; column++)
    out[at * width + column] = known ? table[token * width + column] : 0.0f;
}
