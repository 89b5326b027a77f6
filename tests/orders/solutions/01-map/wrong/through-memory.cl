// expect: runtime-error order-dependence
// why: The first work-item takes a ticket for its group and hands it on through local memory.
// expect-line: 10
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int ticket, sum;
  size_t l = get_local_id(0), n = get_local_size(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, (int)l);
  if (l == n - 1) ticket = atomic_inc(c);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[ticket * n + l] = a[get_group_id(0) * n + l] + 10.0f;
  if (l == 0 && ticket == (int)get_num_groups(0) - 1) atomic_xchg(c, 0);
}
