// why: A barrier orders the additions before the read.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_add(out, atomic_or(&sum, 0));
}
