// Compaction. The elements of `a` greater
// than 0 go to the beginning of out, in any
// order; count[0], which begins with 0,
// is their number. A work-item may
// make one atomic operation, and read its
// element once.

__kernel void compact(
    __global int *out,
    __global int *count,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about six lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 1,024 work-items, up to 2 more
// groups than needed; a: any int.
