// A counter gives out places, in whatever order work-items come.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0);
  if (a[i] % 2 == 0) out[atomic_inc(count)] = a[i];
}
