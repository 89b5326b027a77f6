// expect: runtime-error order-dependence
// why: A compare-exchange that finds something else writes nothing, and nobody tries again.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  if (get_global_id(0) >= n) return;
  int before = atomic_add(out, 0);
  atomic_cmpxchg(out, before, before + a[get_global_id(0)]);
}
