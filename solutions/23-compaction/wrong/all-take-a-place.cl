// expect: wrong-answer
// why: Every work-item takes a place, also the one whose element is not kept, and its place stays empty.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    int place = atomic_inc(count);
    if (value > 0) out[place] = value;
  }
}
