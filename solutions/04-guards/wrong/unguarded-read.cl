// expect: runtime-error out-of-bounds
// why: The write is guarded, the read above it is not.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float value = a[i];
  if (i < n) out[i] = value + 10.0f;
}
