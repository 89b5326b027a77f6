// Guards. out[i] = a[i] + 10 for
// the n elements that there are; more
// work-items start than that.

__kernel void guards(
    __global float *out,
    __global const float *a,
    uint n) {
  size_t i = get_global_id(0);

  // Your code here (about two lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 2 more
// groups than needed; a: any float but NaN.
