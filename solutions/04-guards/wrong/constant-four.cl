// expect: runtime-error out-of-bounds
// why: The guard knows one size only: too few of many elements, too many of few.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (i < 4) out[i] = a[i] + 10.0f;
}
