// expect: wrong-answer
// expect-steps: 1
// why: `data` is filled, and no element is compared with another one yet: only what was in order is.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
}
