// expect: wrong-answer
// why: Records are taken to begin one number after the other: they overlap.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = vload3(0, a + i);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
