// expect: wrong-answer
// why: Each number stays where it was, so that others stand between them.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0);
  out[i] = a[i];
  if (a[i] % 2 == 0) atomic_inc(count);
}
