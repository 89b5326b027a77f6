// expect: accepted
// Who comes first takes the next element.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  for (int next = atomic_inc(count); next < (int)n; next = atomic_inc(count))
    atomic_add(out, a[next]);
}
