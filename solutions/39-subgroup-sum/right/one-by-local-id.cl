// Of as many local ids in a row as the sub-group has work-items one is a multiple of that. OpenCL
// leaves it to the device which work-items make a sub-group; here, as on most, they follow each other.

__kernel void subgroup_sum(
    __global int *sum,
    __global const int *a,
    __global const int *b, uint n) {
  size_t i = get_global_id(0);

  int product = i < n ? a[i] * b[i] : 0;
  int total = sub_group_reduce_add(product);
  if (get_local_id(0) % get_sub_group_size() == 0) {
    atomic_add(sum, total);
  }
}
