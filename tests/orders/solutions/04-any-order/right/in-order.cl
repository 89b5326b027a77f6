// In the order of a is any order, too; and what is written behind the last is ignored.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0), n = (int)get_global_size(0), before = 0, all = 0;
  for (int k = 0; k < n; k++) {
    if (a[k] % 2 == 0) all++;
    if (a[k] % 2 == 0 && k < i) before++;
  }
  if (a[i] % 2 == 0) out[before] = a[i];
  if (i >= all) out[i] = -1;
  if (i == 0) *count = all;
}
