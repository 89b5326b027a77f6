// expect: runtime-error order-dependence
// why: The order of arrival is taken for the local id; the counter after it does no harm.
// expect-line: 10
__kernel void map(__global float *out, __global const float *a, __global int *c) {
  __local int next, work;
  size_t l = get_local_id(0), first = get_group_id(0) * get_local_size(0);
  if (l == 0) next = work = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int q =
      atomic_inc(&next);
  int w = atomic_add(&work, 1 + (int)l);
  if (w < 0) out[first] = 0;
  out[first + q] = a[first + l] + 10.0f;
}
