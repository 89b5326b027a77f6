// expect: wrong-answer
// why: The table itself, from its beginning.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  if (at < n * width) out[at] = at < words * width ? table[at] : 0.0f;
}
