// expect: runtime-error out-of-bounds
// expect-line: 7
// why: The last group has work-items without an element.

__kernel void negate(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  out[i] = -a[i];
}
