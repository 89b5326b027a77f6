// expect: runtime-error order-dependence
// why: The count releases, and nobody acquires.
__kernel void total(volatile __global int *out, __global atomic_int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum, last;
  size_t l = get_local_id(0), groups = get_num_groups(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    atomic_store_explicit(&count[1 + get_group_id(0)], sum, memory_order_relaxed, memory_scope_device);
    last = atomic_fetch_add_explicit(count, 1, memory_order_release, memory_scope_device) == (int)groups - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!last) return;
  for (size_t g = l; g < groups; g += get_local_size(0))
    atomic_add(out, atomic_load_explicit(&count[1 + g], memory_order_relaxed, memory_scope_device));
}
