// expect: wrong-answer
// why: Only the first 1,024 elements get their value.

__kernel void guards(
    __global float *out,
    __global const float *a,
    uint n) {
  size_t i = get_global_id(0);

  if (i < min(n, 1024u)) {
    out[i] = a[i] + 10.0f;
  }
}
