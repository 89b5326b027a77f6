// Embedding. Row i of out is the row of
// table whose number is tokens[i], or
// zeros if there is no such row. A row has
// `width` elements, and table has `words`
// rows. There are at least n * width
// work-items.

__kernel void embedding(
    __global float *out,
    __global const float *table,
    __global const int *tokens,
    int n, int width, int words) {
  int at = get_global_id(0);

  // Your code here (about nine lines).
}

// It must work for n = 1 to 600, width = 1
// to 200, words = 1 to 70, groups of 1 to
// 256 work-items, up to 1 more group than
// needed; table: any float but NaN; tokens:
// -3 to words + 2; tokens may be any other
// int as well.
