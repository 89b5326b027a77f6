// Every work-item brings a number, if only 0. The sub-group
// adds them up, and its first work-item passes the sum on.

__kernel void subgroup_sum(
    __global int *sum,
    __global const int *a,
    __global const int *b, uint n) {
  size_t i = get_global_id(0);

  int product = i < n ? a[i] * b[i] : 0;
  int total = sub_group_reduce_add(product);
  if (get_sub_group_local_id() == 0) {
    atomic_add(sum, total);
  }
}
