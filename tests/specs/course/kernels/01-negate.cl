// Negate. out[i] = -a[i].

__kernel void negate(__global int *out,
                     __global const int *a, uint n) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}

// It must work for n = 1 to 1,000, groups of
// 1 to 64 work-items; a: -1,000 to 1,000.
