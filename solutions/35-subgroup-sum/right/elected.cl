// Whichever work-item the device elects passes the sum on.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int product = 0;
  if (i < n) product = a[i] * b[i];
  int total = sub_group_reduce_add(product);
  if (sub_group_elect()) atomic_add(sum, total);
}
