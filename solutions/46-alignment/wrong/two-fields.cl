// expect: wrong-answer
// why: The third field is left out.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = vload3(i, a);
    out[i] = v.x + 2 * v.y;
  }
}
