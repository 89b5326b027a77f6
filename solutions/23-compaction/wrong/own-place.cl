// expect: wrong-answer
// why: Each kept element stays at its own index, so that there are holes between them.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) {
      atomic_inc(count);
      out[i] = value;
    }
  }
}
