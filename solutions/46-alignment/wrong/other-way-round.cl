// expect: wrong-answer
// why: The weights are given to the fields in reverse.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = vload3(i, a);
    out[i] = v.z + 2 * v.y + 3 * v.x;
  }
}
