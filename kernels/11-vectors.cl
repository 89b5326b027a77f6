// Vectors. out[i] = a[i] * (1 + i % 4) for
// n elements. A work-item has up to four of
// them, the first is number 4 * i. Whole
// vectors are read and written as such.

__kernel void vectors(
    __global float *out,
    __global const float *a,
    uint n) {
  size_t i = get_global_id(0);

  // Your code here (about eight lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed; a: any float but NaN.
