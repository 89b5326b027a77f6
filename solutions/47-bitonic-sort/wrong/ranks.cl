// expect: runtime-error data-race
// why: Every element goes to the place that is the number of smaller ones: equal elements go to the same place.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) {
    uint place = i;
    if (i < n) {
      place = 0;
      for (uint j = 0; j < n; j++) place += a[j] < a[i];
    }
    data[place] = i < n ? a[i] : INT_MAX;
  }
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
}
