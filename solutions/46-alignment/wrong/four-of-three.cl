// expect: runtime-error out-of-bounds
// expect-line: 8
// why: Four numbers are read of each record of three: the last record has none behind it.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int4 v = vload4(0, a + 3 * i);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
