// expect: runtime-error out-of-bounds
// expect-line: 7
// why: Nothing keeps the work-items that have no element from reading and writing one.

__kernel void scan(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  out[i] = 2 * a[i] + 1;
}
