// Map. out[i] = a[i] + 10, one
// work-item for each element.

__kernel void map(
    __global float *out,
    __global const float *a) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items; a: any float but
// NaN; groups are always full.
