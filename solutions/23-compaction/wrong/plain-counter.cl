// expect: runtime-error data-race
// why: `count[0]++` reads, adds and writes in three steps: two work-items get the same place.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n && a[i] > 0) {
    int place = count[0]++;
    out[place] = a[i];
  }
}
