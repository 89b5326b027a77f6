// expect: compile-error
// why: There are two kernels to write.
__kernel void square(__global const int *a, __global int *squares, const uint n) {
  const uint i = get_global_id(0);
  if (i < n) squares[i] = a[i] * a[i];
}
