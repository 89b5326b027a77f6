// Shared Memory. Each element
// less the one before it in its group; the
// first of a group stays as it is. `tile`
// has one element a work-item, and a
// work-item may read global memory once.

__kernel void differences(
    __global float *out,
    __global const float *a,
    __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about five lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: any float but NaN.
