// expect: wrong-answer
// why: Every other launch leaves the array that it must write as it is.
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
  const uint i = get_global_id(0);
  if (i >= n || launch % 2 == 0) return;
  next[i] = cells[(i + n - 1) % n] + cells[(i + 1) % n] + launch;
}
