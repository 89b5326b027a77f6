// Sub-group Scan. out[i] is the sum of the
// elements of i's group up to a[i]. `sums`
// has room for one number of each sub-group.
// At most two barriers; a[i] is read once.

__kernel void subgroup_scan(
    __global int *out,
    __global const int *a,
    __local int *sums, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about nine lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 1,024 work-items, up to 1 more
// group than needed, sub-groups of 1 to 64;
// a: -1,000,000 to 1,000,000.
