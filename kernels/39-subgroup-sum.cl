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

// It must work for n = 1 to 20,000, groups
// of 1 to 256 work-items, up to 3 more
// groups than needed, sub-groups of 4 to 64;
// a: -300 to 300; b: -300 to 300.
