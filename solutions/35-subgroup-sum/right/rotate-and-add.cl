// Shuffles in a circle, one place further each time, as often as there are others.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int product = i < n ? a[i] * b[i] : 0, total = product;
  for (uint step = 1; step < get_sub_group_size(); step++) {
    total += sub_group_shuffle(product, (get_sub_group_local_id() + step) % get_sub_group_size());
  }
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
