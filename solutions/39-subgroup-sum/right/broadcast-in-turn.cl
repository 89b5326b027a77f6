// Each work-item shows its product to all the others in turn, and all add up the same sum.

__kernel void subgroup_sum(__global int *sum, __global const int *a, __global const int *b, uint n) {
  size_t i = get_global_id(0);
  int product = i < n ? a[i] * b[i] : 0, total = 0;
  for (uint from = 0; from < get_sub_group_size(); from++) {
    total += sub_group_broadcast(product, from);
  }
  if (get_sub_group_local_id() == 0) atomic_add(sum, total);
}
