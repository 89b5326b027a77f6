// expect: runtime-error data-race
// why: The spare work-items start over from the front and write other values there.

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] + 10.0f;
  else
    out[i % n] = a[i % n];
}
