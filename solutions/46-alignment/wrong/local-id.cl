// expect: wrong-answer
// why: Every group takes the first group's records.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = vload3(get_local_id(0), a);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
