// why: Two reads of one element never go back: the second finds the same or something newer.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  atomic_add(out, sum);
  int first = atomic_or(&count[0], 0);
  atomic_inc(&count[0]);
  int second = atomic_or(&count[0], 0), third = atomic_or(&count[0], 0);
  if (second <= first || third < second) atomic_inc(out);
}
