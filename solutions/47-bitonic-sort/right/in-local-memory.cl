// Where both elements of a pair are the group's own, one launch does all distances that are left.

#define MOST 64

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  __local int tile[MOST];
  uint i = get_global_id(0);
  uint l = get_local_id(0);
  uint size = get_local_size(0);
  bool rising = (i & block) == 0;

  if (size > MOST || popcount(size) > 1 || 2 * distance > size) {
    uint partner = i ^ distance;
    if (i < partner && i < padded) {
      int first = data[i], second = data[partner];
      data[i] = rising ? min(first, second) : max(first, second);
      data[partner] = rising ? max(first, second) : min(first, second);
    }
  } else if (2 * distance == min(block, size)) {
    if (i < padded) tile[l] = data[i];
    for (uint d = distance; d > 0; d /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint partner = l ^ d;
      if (l < partner && i < padded) {
        int first = tile[l], second = tile[partner];
        tile[l] = rising ? min(first, second) : max(first, second);
        tile[partner] = rising ? max(first, second) : min(first, second);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < padded) data[i] = tile[l];
  }
}
