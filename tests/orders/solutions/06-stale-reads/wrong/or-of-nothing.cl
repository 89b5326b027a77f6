// expect: runtime-error order-dependence
// why: An update that leaves what it finds is a read, too.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum, last;
  size_t l = get_local_id(0), groups = get_num_groups(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    atomic_xchg(&count[1 + get_group_id(0)], sum);
    last = atomic_inc(count) == (int)groups - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (!last) return;
  for (size_t g = l; g < groups; g += get_local_size(0))
    atomic_add(out, atomic_or(&count[1 + g], 0));
}
