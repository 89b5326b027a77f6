// expect: runtime-error order-dependence
// why: What was left before the count may be seen after it.
__kernel void sum(__global int *out, __global const int *a, __global int *partial, __global int *done) {
  __local int part;
  size_t l = get_local_id(0), group = get_group_id(0);
  if (l == 0) part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&part, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l > 0) return;
  atomic_xchg(&partial[group], part);
  if (atomic_inc(done) != (int)get_num_groups(0) - 1) return;
  int all = 0;
  for (size_t g = 0; g < get_num_groups(0); g++) all += atomic_or(&partial[g], 0);
  out[0] = all;
}
