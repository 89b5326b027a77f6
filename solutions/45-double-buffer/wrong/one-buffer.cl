// expect: runtime-error async-copy-misuse
// why: There is one buffer: the next tile arrives where this one is being read.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  event_t now, next;
  if (first < end) next = async_work_group_copy(buffers, a + first, min(size + 2, n - first), 0);
  for (uint t = 0; first < end; t++, first += size) {
    __local int *tile = buffers, *other = buffers;
    size_t later = first + size, i = first + l;
    now = next;
    if (later < end) next = async_work_group_copy(other, a + later, min(size + 2, n - later), 0);
    wait_group_events(1, &now);
    if (i < n) out[i] = tile[l] + (i + 1 < n ? tile[l + 1] : 0) + (i + 2 < n ? tile[l + 2] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
