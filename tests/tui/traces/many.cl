// Many groups; the first half of tile is never set, and one work-item reaches
// before its start.
__kernel void many(__global uint *count, __global const uint *a, __local uint *tile) {
  size_t i = get_global_id(0), l = get_local_id(0);
  if (l >= 8) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[l % 3], l > 7 ? tile[l] : tile[l - 1]);
}
