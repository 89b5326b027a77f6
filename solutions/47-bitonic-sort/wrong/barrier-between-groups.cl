// expect: runtime-error data-race
// why: One launch does all distances with barriers in between, but a barrier is for the group, and pairs lie in different groups.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  for (uint d = distance; d > 0; d /= 2) {
    size_t partner = i ^ d;
    if (i < padded && i < partner) {
      bool rising = (i & block) == 0;
      int first = data[i], second = data[partner];
      if (rising ? first > second : first < second) {
        data[i] = second;
        data[partner] = first;
      }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
