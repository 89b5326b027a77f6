// Sub-group Sum. Add a[i] * b[i] for all
// i < n to *sum, which is 0 at first. No
// local memory, no barrier, and one atomic
// operation for each sub-group.

__kernel void subgroup_sum(
    __global int *sum,
    __global const int *a,
    __global const int *b, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about four lines).
}
