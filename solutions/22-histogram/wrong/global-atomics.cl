// expect: over-budget
// why: Right, but each value is an atomic operation on global memory, where all groups wait for each other.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  if (i < n) atomic_inc(&out[a[i]]);
}
