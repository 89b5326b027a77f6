// expect: wrong-answer
// why: The first even number stands there twice, and the last not at all.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0), n = (int)get_global_size(0), before = 0, all = 0, first = -1, last = -1;
  for (int k = 0; k < n; k++) {
    if (a[k] % 2 != 0) continue;
    if (first < 0) first = a[k];
    all++;
    last = k;
    if (k < i) before++;
  }
  if (a[i] % 2 == 0) out[before] = i == last ? first : a[i];
  if (i == 0) *count = all;
}
