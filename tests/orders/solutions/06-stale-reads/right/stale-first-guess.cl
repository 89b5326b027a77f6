// why: What the first read gives is a guess; the exchange fails where it is stale.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  int old = atomic_or(out, 0), found;
  while ((found = atomic_cmpxchg(out, old, old + sum)) != old) old = found;
}
