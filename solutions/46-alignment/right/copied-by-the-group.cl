// The group's asynchronous copy brings the block.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  __local int tile[3 * 1024];
  size_t l = get_local_id(0), first = i - l;
  size_t count = first < n ? min(get_local_size(0), n - first) : 0;
  if (count > 0) {
    event_t copied = async_work_group_copy(tile, a + 3 * first, 3 * count, 0);
    wait_group_events(1, &copied);
  }
  if (i < n) {
    int3 v = vload3(l, tile);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
