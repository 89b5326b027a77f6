// expect: over-budget
// why: Right, but the three reads are three instructions, and each of them moves every piece of all records.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) out[i] = a[3 * i] + 2 * a[3 * i + 1] + 3 * a[3 * i + 2];
}
