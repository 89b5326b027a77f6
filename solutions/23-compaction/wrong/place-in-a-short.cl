// expect: runtime-error out-of-bounds
// why: A place is kept in a short, which is negative from 32,768 on.

__kernel void compact(
    __global int *out,
    __global int *count,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  if (i < n) {
    int value = a[i];
    if (value > 0) {
      short place = atomic_inc(count);
      out[place] = value;
    }
  }
}
