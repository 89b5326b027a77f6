// A work-item for each element of out; neighbours are in
// the same row, and fetch neighbours.

__kernel void embedding(
    __global float *out,
    __global const float *table,
    __global const int *tokens,
    int n, int width, int words) {
  int at = get_global_id(0);

  if (at < n * width) {
    int token = tokens[at / width];
    float value = 0.0f;
    if (token >= 0 && token < words) {
      value = table[token * width + at % width];
    }
    out[at] = value;
  }
}
