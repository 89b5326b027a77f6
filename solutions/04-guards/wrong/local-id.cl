// expect: runtime-error out-of-bounds
// why: The local id starts again in every group, so later groups get through.
// expect-line: 7

__kernel void guards(__global float *out, __global const float *a, uint n) {
  size_t i = get_global_id(0);
  if (get_local_id(0) < n) out[i] = a[i] + 10.0f;
}
