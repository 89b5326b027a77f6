// expect: runtime-error data-race
// why: Each work-item writes only its own element, but its partner may still have to read that.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  size_t partner = i ^ distance;
  if (i < padded) {
    bool rising = (i & block) == 0;
    int mine = data[i], other = data[partner];
    data[i] = rising == (i < partner) ? min(mine, other) : max(mine, other);
  }
}
