// Every work-item may ask the counter, if those without an element add 0 to it.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  int value = i < n ? a[i] : 0;
  int place = atomic_add(count, value > 0 ? 1 : 0);
  if (value > 0) out[place] = value;
}
