// Pooling. out[i] is the sum of a[i] and
// the two elements before it, as far as
// there are any. The tile has two places
// more than the group has work-items.

__kernel void pooling(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about ten lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 3 more
// groups than needed; a: -500,000,000 to
// 500,000,000.
