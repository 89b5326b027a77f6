// expect: runtime-error out-of-bounds
// why: The first windows reach before the start of the array.
// expect-line: 8

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) out[i] = a[i] + a[i - 1] + a[i - 2];
}
