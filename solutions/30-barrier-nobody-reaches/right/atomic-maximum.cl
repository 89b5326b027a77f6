// One place of the tile, and an atomic operation for each work-item. The barriers stand in the
// kernel, where all come by.

__kernel void below_largest(__global int *out, __global const int *a, __local int *tile,
                            int n) {
  int i = get_global_id(0);
  int value = i < n ? a[i] : INT_MIN;
  if (get_local_id(0) == 0) tile[0] = INT_MIN;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&tile[0], value);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = value - tile[0];
}
