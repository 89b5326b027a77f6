// expect: over-budget
// why: Right, but two instructions still move every piece twice.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int2 v = vload2(0, a + 3 * i);
    out[i] = v.x + 2 * v.y + 3 * a[3 * i + 2];
  }
}
