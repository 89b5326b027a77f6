// expect: runtime-error data-race
// why: Those without an element all do the first one again. Same value or not, nothing orders their stores.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] + 10.0f;
  else
    out[0] = a[0] + 10.0f;
}
