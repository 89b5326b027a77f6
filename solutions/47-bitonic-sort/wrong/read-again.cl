// expect: over-budget
// why: A pair is read for the comparison, and once more for the exchange.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  size_t partner = i ^ distance;
  if (i < padded && i < partner) {
    bool rising = (i & block) == 0;
    if (rising ? data[i] > data[partner] : data[i] < data[partner]) {
      int first = data[i];
      data[i] = data[partner];
      data[partner] = first;
    }
  }
}
