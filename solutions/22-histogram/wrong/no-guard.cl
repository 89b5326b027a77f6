// expect: runtime-error out-of-bounds
// expect-line: 11
// why: Work-items without a value read past the end of `a` and count what they find there.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  for (uint b = l; b < bins; b += get_local_size(0)) own[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[a[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += get_local_size(0)) atomic_add(&out[b], own[b]);
}
