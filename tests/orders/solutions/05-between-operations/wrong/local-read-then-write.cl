// expect: runtime-error order-dependence
// why: In local memory, too, others come between two operations.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) {
    int before = atomic_add(&sum, 0);
    atomic_xchg(&sum, before + a[get_global_id(0)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) atomic_add(out, sum);
}
