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
