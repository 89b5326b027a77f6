// The first distance of a block folds it in the middle, so that no block has to fall.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  size_t partner = i ^ (2 * distance == block ? block - 1 : distance);
  if (i >= padded || partner < i) return;
  int first = data[i], second = data[partner];
  if (first > second) {
    data[i] = second;
    data[partner] = first;
  }
}
