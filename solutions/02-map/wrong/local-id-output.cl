// expect: runtime-error data-race
// why: Work-items of different groups write their different values to one element.
// expect-line: 8

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  out[l] = a[i] + 10.0f;
}
