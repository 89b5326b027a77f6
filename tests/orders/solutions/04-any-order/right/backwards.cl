// From the back to the front.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0), n = (int)get_global_size(0), behind = 0, all = 0;
  for (int k = 0; k < n; k++) {
    if (a[k] % 2 == 0) all++;
    if (a[k] % 2 == 0 && k > i) behind++;
  }
  if (a[i] % 2 == 0) out[behind] = a[i];
  if (i == 0) *count = all;
}
