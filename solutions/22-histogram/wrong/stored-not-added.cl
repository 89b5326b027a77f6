// expect: runtime-error data-race
// expect-line: 13
// why: Each group stores its own count in `out`, over what other groups have stored there; the counts of all but one are lost.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  for (uint b = l; b < bins; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) atomic_inc(&own[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += get_local_size(0)) out[b] = own[b];
}
