// Alignment. `a` has n records of three
// numbers x, y, z, 12 bytes each, without
// gaps. out[i] is x + 2 * y + 3 * z of record
// i. Few transactions!

__kernel void weigh(
    __global int *out,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about four lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed; a: -100,000,000 to
// 100,000,000.
