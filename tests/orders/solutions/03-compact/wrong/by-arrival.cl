// expect: runtime-error order-dependence
// why: A counter gives places in the order of arrival, and the puzzle wants those of a.
// expect-line: 6
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0);
  if (a[i] % 2 == 0) out[atomic_inc(count)] = a[i];
}
