// why: What somebody has read before a release everybody reads who acquires it.
__kernel void total(volatile __global int *out, __global atomic_int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  atomic_add(out, sum);
  if (get_group_id(0) == 0) atomic_store_explicit(&count[0], 1, memory_order_relaxed, memory_scope_device);
  int seen = atomic_load_explicit(&count[0], memory_order_relaxed, memory_scope_device);
  if (atomic_load_explicit(&count[1], memory_order_acquire, memory_scope_device) != 0 &&
      atomic_load_explicit(&count[0], memory_order_relaxed, memory_scope_device) == 0)
    atomic_inc(out);
  if (seen != 0) atomic_store_explicit(&count[1], 1, memory_order_release, memory_scope_device);
}
