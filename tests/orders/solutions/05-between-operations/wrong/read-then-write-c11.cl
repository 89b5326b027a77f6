// expect: runtime-error order-dependence
// why: Two atomic operations are not one.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  volatile __global atomic_int *sum = (volatile __global atomic_int *)out;
  if (get_global_id(0) >= n) return;
  int before = atomic_load(sum);
  atomic_store(sum, before + a[get_global_id(0)]);
}
