// expect: runtime-error data-race
// expect-line: 8
// why: Many work-items read and write one element of `out`, with nothing to keep them apart.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  if (i < n) out[a[i]] += 1;
}
