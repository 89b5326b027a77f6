// expect: runtime-error order-dependence
// why: Each group says that it is there and looks for the other one; both may miss each other.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  size_t g = get_group_id(0), other = g ^ 1;
  atomic_xchg(&count[1 + g], 1);
  bool alone = atomic_or(&count[1 + other], 0) == 0;
  if (other >= get_num_groups(0) || !alone) {
    atomic_add(out, sum);
  } else {
    atomic_add(out, sum);
    if (atomic_inc(&count[0]) > (int)get_num_groups(0) / 2) atomic_inc(out);
  }
}
