// expect: runtime-error out-of-bounds
// why: Unsigned numbers have no -1: for i = 0 the index is huge.
// expect-line: 8

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    float before = a[i - 1];
    out[i] = i > 0 ? before + (a[i] - before) + 10.0f : a[i] + 10.0f;
  }
}
