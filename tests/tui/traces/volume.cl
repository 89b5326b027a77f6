// Each work-item takes the value of the slice beside its own.
__kernel void volume(__global int *out, __global const int *a) {
  __local int tile[2][2][2];
  size_t x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  size_t i = (get_global_id(2) * 2 + get_global_id(1)) * 4 + get_global_id(0);
  tile[z][y][x] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[1 - z][y][x];
}
