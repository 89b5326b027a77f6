// expect: wrong-answer
// why: The index of the element is stored, and not the element.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int value = a[i];
    if (value > 0) out[atomic_inc(count)] = (int)i;
  }
}
