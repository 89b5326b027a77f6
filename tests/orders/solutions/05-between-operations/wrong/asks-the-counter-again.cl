// expect: runtime-error order-dependence
// why: When it asks again, others have increased the counter: several take one element, and others none.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  if (get_global_id(0) >= n) return;
  atomic_inc(count);
  atomic_add(out, a[atomic_add(count, 0) - 1]);
}
