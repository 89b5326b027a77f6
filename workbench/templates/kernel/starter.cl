// @title@. out[i] = 2 * a[i] + 1 for the n
// elements that there are.

__kernel void @entry@(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: -1,000,000 to 1,000,000.
