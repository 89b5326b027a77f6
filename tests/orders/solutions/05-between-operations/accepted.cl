// expect: accepted
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  if (get_global_id(0) < n) atomic_add(out, a[get_global_id(0)]);
}
