// expect: wrong-answer
// why: All elements are 0.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = 0;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0);
}
