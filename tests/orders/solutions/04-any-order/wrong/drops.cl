// expect: wrong-answer
// why: The first takes the place of the second, which is lost.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0), n = (int)get_global_size(0), before = 0, all = 0;
  for (int k = 0; k < n; k++) {
    if (a[k] % 2 == 0) all++;
    if (a[k] % 2 == 0 && k < i) before++;
  }
  if (a[i] % 2 == 0 && before != 1) out[before] = a[i];
  if (i == 0) *count = all;
}
