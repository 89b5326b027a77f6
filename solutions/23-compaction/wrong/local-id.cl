// expect: wrong-answer
// why: The local id begins again from 0 in each group, so every group keeps the first elements of `a` instead of its own.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_local_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) {
      int place = atomic_inc(count);
      if (place < n) out[place] = value;
    }
  }
}
