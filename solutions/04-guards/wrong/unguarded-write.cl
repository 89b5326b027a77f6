// expect: runtime-error out-of-bounds
// why: The spare work-items write their zero past the end.
// expect-line: 8

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  float value = i < n ? a[i] + 10.0f : 0.0f;
  out[i] = value;
}
