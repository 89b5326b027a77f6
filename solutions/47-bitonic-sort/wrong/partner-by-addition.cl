// expect: runtime-error data-race
// why: Element i + distance is the partner of element i, but then most elements are in two pairs.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  size_t partner = i + distance;
  if (partner < padded) {
    bool rising = (i & block) == 0;
    int first = data[i], second = data[partner];
    if (rising ? first > second : first < second) {
      data[i] = second;
      data[partner] = first;
    }
  }
}
