// Histogram. out[b] is how often the value
// b occurs in `a`; it begins with 0. `own`
// is the group's: one element for each bin.
// A group may make one atomic operation on
// global memory for each bin.

__kernel void histogram(
    __global int *out,
    __global const int *a,
    __local int *own, uint n, uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about nine lines).
}

// It must work for bins = 1 to 64, n = 1 to
// 70,000, groups of 1 to 1,024 work-items,
// up to 2 more groups than needed; a: 0 to
// bins - 1.
