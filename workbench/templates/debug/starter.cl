// @title@. out[i] = 2 * a[i] + 1 for the n
// elements that there are. Something here
// is wrong.

__kernel void @entry@(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t i = get_global_id(0);

  if (i <= n) {
    out[i] = 2 * a[i] + 1;
  }
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: -1,000,000 to 1,000,000.
