// expect: wrong-answer
// why: Nothing is written.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  int3 v = i < n ? vload3(i, a) : 0;
}
