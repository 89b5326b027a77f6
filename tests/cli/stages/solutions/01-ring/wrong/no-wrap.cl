// expect: runtime-error out-of-bounds
// expect-line: 6
// why: The first element has a left neighbour, too: the last one.
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  const int i = get_global_id(0);
  if (i < n) next[i] = cells[i - 1] + cells[(i + 1) % n] + launch;
}
