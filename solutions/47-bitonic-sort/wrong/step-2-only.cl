// expect: runtime-error data-race
// expect-steps: 2
// why: Elements are chosen by the number within the group: every group works on the first ones.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_local_id(0), partner = i ^ distance;
  if (i >= padded || partner < i) return;
  int low = min(data[i], data[partner]), high = max(data[i], data[partner]);
  bool rising = (i & block) == 0;
  data[i] = rising ? low : high;
  data[partner] = rising ? high : low;
}
