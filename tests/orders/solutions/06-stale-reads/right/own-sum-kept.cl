// why: A work-item knows what it wrote itself.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_xchg(&count[1], (int)l);
  if (l == 0) atomic_add(out, sum);
  if (atomic_or(&count[1], 0) < 0) atomic_inc(out);
}
