// Zip. out[i] = a[i] + b[i], one
// work-item for each pair.

__kernel void zip(
    __global float *out,
    __global const float *a,
    __global const float *b) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items; a: any float but
// NaN; b: any float but NaN; all groups are
// full.
