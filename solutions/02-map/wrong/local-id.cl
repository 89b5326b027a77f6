// expect: runtime-error data-race
// why: The local id starts again in every group: all do the first group's elements, and nobody the others.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_local_id(0);
  out[i] = a[i] + 10.0f;
}
