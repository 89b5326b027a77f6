// Double Buffer. out[i] is a[i] + a[i + 1] +
// a[i + 2], without what is past the end. A
// group takes `tiles` tiles, one after the
// other. `buffers` has room for two, each
// with a halo of 2. Fetch ahead.

__kernel void sums_of_three(
    __global int *out,
    __global const int *a,
    __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles;

  // Your code here (about 18 lines).
}

// It must work for n = 1 to 70,000, tiles =
// 1 to 8, groups of 1 to 256 work-items, up
// to 2 more groups than needed; a:
// -500,000,000 to 500,000,000.
