// expect: runtime-error data-race
// why: The index is kept in a ushort: from element 65,536 on it begins at 0 again.

__kernel void guards(
    __global float *out,
    __global const float *a,
    uint n) {
  ushort i = get_global_id(0);

  if (i < n) {
    out[i] = a[i] + 10.0f;
  }
}
