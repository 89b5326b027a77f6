// Each bin has one owner in the group, who goes through all values of the group: no local atomics.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  __local int values[1024];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  values[l] = i < n ? a[i] : -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint b = l; b < bins; b += size) {
    int count = 0;
    for (size_t j = 0; j < size; j++) count += values[j] == (int)b;
    atomic_add(&out[b], count);
  }
}
