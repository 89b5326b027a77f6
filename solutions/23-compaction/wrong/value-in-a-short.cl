// expect: wrong-answer
// why: A value is kept in a short.

__kernel void compact(
    __global int *out,
    __global int *count,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  if (i < n) {
    short value = a[i];
    if (value > 0) {
      int place = atomic_inc(count);
      out[place] = value;
    }
  }
}
