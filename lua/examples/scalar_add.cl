// Adds a value to each of n elements, in place: a work-item for each.
__kernel void scalar_add(__global float *a, int n, float value) {
  int i = get_global_id(0);
  if (i < n) a[i] += value;
}
