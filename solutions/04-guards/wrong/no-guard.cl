// expect: runtime-error out-of-bounds
// why: No guard: the spare work-items read and write past the end.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  out[i] = a[i] + 10.0f;
}
