// Coalescing. `a` has n records of k fields,
// one record after the other. Write each
// field as an array of its own: out[f * n + i]
// is a[i * k + f]. `tile` has k numbers for
// each work-item. Few transactions!

__kernel void fields_apart(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about ten lines).
}

// It must work for k = 1 to 7, n = 1 to
// 20,000, groups of 1 to 256 work-items, up
// to 1 more group than needed; a: any int.
