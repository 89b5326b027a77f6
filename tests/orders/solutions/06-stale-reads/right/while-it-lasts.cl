// why: A loop until a read is new ends: a value becomes visible in the end.
__kernel void total(volatile __global int *out, volatile __global int *count,
                    __global int *none, __global const int *a, uint n) {
  __local int sum;
  size_t l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_global_id(0) < n) atomic_add(&sum, a[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l != 0) return;
  atomic_add(out, sum);
  int mine = 1 + atomic_inc(&count[0]);
  while (atomic_or(&count[0], 0) < mine);
}
