// expect: runtime-error data-race
// why: Those without an element all do the last one again. Same value or not, nothing orders their stores.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = min(get_global_id(0), (size_t)n - 1);
  out[i] = a[i] + 10.0f;
}
