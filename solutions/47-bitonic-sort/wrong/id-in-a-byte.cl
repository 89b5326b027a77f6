// expect: runtime-error data-race
// why: An `uchar` holds no id beyond 255: work-item 256 believes that it is the first one, and exchanges what that exchanges.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  uchar i = get_global_id(0);
  size_t partner = i ^ distance;
  if (i >= padded || partner < i) return;
  int first = data[i], second = data[partner];
  if ((i & block) == 0 ? first > second : first < second) {
    data[i] = second;
    data[partner] = first;
  }
}
