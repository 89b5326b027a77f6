// Sub-group Shuffle. out[i] is a[i + 1] less
// a[i - 1]; what lies outside a counts as 0.
// Read each element once, and two more for
// each sub-group. No local memory.

__kernel void subgroup_shuffle(
    __global int *out,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about ten lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed, sub-groups of 4 to 64;
// a: -1,000,000,000 to 1,000,000,000.
