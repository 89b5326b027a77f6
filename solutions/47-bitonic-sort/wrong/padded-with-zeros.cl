// expect: wrong-answer
// why: What fills the array up is sorted, too: zeros end among the elements or before them.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : 0;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
  size_t partner = i ^ distance;
  if (i < padded && i < partner) {
    bool rising = (i & block) == 0;
    int first = data[i], second = data[partner];
    if (rising ? first > second : first < second) {
      data[i] = second;
      data[partner] = first;
    }
  }
}
