// expect: runtime-error uninitialized-read
// why: No launch writes the last element, which the second one reads.
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  const uint i = get_global_id(0);
  if (i + 1 >= n) return;
  next[i] = cells[(i + n - 1) % n] + cells[(i + 1) % n] + launch;
}
