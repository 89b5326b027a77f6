// expect: runtime-error out-of-bounds
// expect-line: 7
// why: Work-items without a record read and write past the end.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  int3 v = vload3(i, a);
  out[i] = v.x + 2 * v.y + 3 * v.z;
}
