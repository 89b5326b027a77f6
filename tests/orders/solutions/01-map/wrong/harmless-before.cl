// expect: runtime-error order-dependence
// why: The order of arrival is taken for the local id; the counters before it do no harm.
// expect-line: 12
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int next, sum, started;
  size_t l = get_local_id(0), first = get_group_id(0) * get_local_size(0);
  if (l == 0) next = sum = started = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, (int)l);
  int s = atomic_inc(&started);
  int q =
      atomic_inc(&next);
  if (s < 0) out[first] = 0;
  out[first + q] = a[first + l] + 10.0f;
}
