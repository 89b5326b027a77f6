// expect: over-budget
// why: Work-item 0 exchanges all pairs, one after the other.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  if (i == 0) {
    for (size_t e = 0; e < padded; e++) {
      size_t partner = e ^ distance;
      if (e < partner) {
        bool rising = (e & block) == 0;
        int first = data[e], second = data[partner];
        if (rising ? first > second : first < second) {
          data[e] = second;
          data[partner] = first;
        }
      }
    }
  }
}
