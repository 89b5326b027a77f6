// Prefix Sum. out[i] is the sum of a[i] and
// of all elements before it in its group.
// The tile has two places for each
// work-item of the group; one is enough.

__kernel void prefix_sum(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  // Your code here (about nine lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed; a: -1,000,000 to
// 1,000,000.
