// expect: runtime-error order-dependence
// why: Others write between the operation that reads and the one that writes; what they have added is lost.
// expect-line: 7
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  if (get_global_id(0) >= n) return;
  int before = atomic_add(out, 0);
  atomic_xchg(out, before + a[get_global_id(0)]);
}
