// Conv1d. out[i] is the sum of
// a[i + j] * b[j] over all j < k with i + j
// < n. `tile` has k - 1 elements more than
// the group has work-items, and a work-item
// may read two elements of `a`.

__kernel void conv1d(
    __global float *out,
    __global const float *a,
    __global const float *b,
    __local float *tile, uint n, uint k) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about twelve lines).
}

// It must work for k = 1 to 64, n = 1 to
// 70,000, groups of 1 to 256 work-items, up
// to 1 more group than needed; a: -20 to 20
// in steps of 0.0078125; b: -800 / k to 800
// / k in steps of 0.125; k - 1 is at most
// the size of a group.
