// expect: runtime-error out-of-bounds
// why: Counting from 1: the last work-item writes past the end.
// expect-line: 7

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0) + 1;
  out[i] = a[i] + 10.0f;
}
