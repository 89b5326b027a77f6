// expect: runtime-error out-of-bounds
// expect-line: 8
// why: `vload3` counts vectors: its first argument is multiplied by 3 already.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = vload3(3 * i, a);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
