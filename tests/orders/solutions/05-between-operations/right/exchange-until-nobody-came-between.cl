// expect: accepted
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  if (get_global_id(0) >= n) return;
  int seen = atomic_add(out, 0), before;
  do {
    before = seen;
    seen = atomic_cmpxchg(out, before, before + a[get_global_id(0)]);
  } while (seen != before);
}
