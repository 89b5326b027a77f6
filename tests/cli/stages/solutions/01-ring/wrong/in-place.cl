// expect: runtime-error data-race
// why: Each work-item overwrites what its neighbours still read.
__kernel void ring(__global int *cells, __global int *next, const uint n, const int launch) {
  const uint i = get_global_id(0);
  if (i >= n) return;
  cells[i] = cells[(i + n - 1) % n] + cells[(i + 1) % n] + launch;
  next[i] = cells[i];
}
