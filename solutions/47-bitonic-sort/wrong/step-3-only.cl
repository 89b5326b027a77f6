// expect: runtime-error out-of-bounds
// expect-steps: 3
// why: `exchange` takes it for granted that there are as many work-items as elements.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  size_t i = get_global_id(0), partner = i ^ distance;
  if (partner < i) return;
  int first = data[i], second = data[partner];
  if ((first > second) == ((i & block) == 0)) {
    data[i] = second;
    data[partner] = first;
  }
}
