// Each counts those before it.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0), before = 0;
  if (a[i] % 2 != 0) return;
  for (int k = 0; k < i; k++) before += a[k] % 2 == 0;
  out[before] = a[i];
  atomic_inc(count);
}
