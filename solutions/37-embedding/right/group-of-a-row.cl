// A group does one row after another, and its work-items go along it side by side: no division.

__kernel void embedding(__global float *out, __global const float *table,
                        __global const int *tokens, int n, int width, int words) {
  int at = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
  for (int row = get_group_id(0); row < n; row += get_num_groups(0)) {
    int token = tokens[row];
    bool known = token >= 0 && token < words;
    for (int column = l; column < width; column += size)
      out[row * width + column] = known ? table[token * width + column] : 0.0f;
  }
}
