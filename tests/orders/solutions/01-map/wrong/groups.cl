// expect: runtime-error order-dependence
// why: The order in which groups come is taken for their number.
// expect-line: 7
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int group;
  size_t l = get_local_id(0), n = get_local_size(0);
  if (l == 0) group = atomic_inc(c);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[group * n + l] = a[get_group_id(0) * n + l] + 10.0f;
  if (l == 0 && group == (int)get_num_groups(0) - 1) atomic_xchg(c, 0);
}
