// expect: runtime-error out-of-bounds
// why: The value read past the end is thrown away; the read is still one too many.
// expect-line: 8

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[i] + 10.0f;
  float next = a[i + 1];
  (void)next;
}
