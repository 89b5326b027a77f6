// Groups. out[i] = a[i] + 100 * (the number
// of the group) + (the number in the group)
// for the n elements that there are. More
// work-items may start than that.

__kernel void groups(
    __global int *out,
    __global const int *a,
    uint n) {
  size_t group = get_group_id(0);
  size_t l = get_local_id(0);

  // Your code here (about four lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 320 work-items, up to 2 more
// groups than needed; a: -1,000,000,000 to
// 1,000,000,000.
