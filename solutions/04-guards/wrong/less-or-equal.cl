// expect: runtime-error out-of-bounds
// why: The work-item with the number `n` gets through as well, and the last element is `n - 1`.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i <= n) out[i] = a[i] + 10.0f;
}
