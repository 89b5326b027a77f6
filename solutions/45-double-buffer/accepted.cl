// While a tile is used, the next one is on its way into the
// other buffer. A buffer is filled again only after the
// barrier that says that nobody reads it any more.

__kernel void sums_of_three(
    __global int *out,
    __global const int *a,
    __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles;
  size_t end = min((size_t)n, first + size * tiles);
  event_t now, next;

  if (first < end) {
    next = async_work_group_copy(buffers, a + first,
        min(size + 2, n - first), 0);
  }
  for (uint t = 0; first < end; t++, first += size) {
    __local int *tile = buffers + t % 2 * (size + 2);
    __local int *other = buffers + (t + 1) % 2 * (size + 2);
    size_t later = first + size;

    now = next;
    if (later < end) {
      next = async_work_group_copy(other, a + later,
          min(size + 2, n - later), 0);
    }
    wait_group_events(1, &now);

    size_t i = first + l;
    if (i < n) {
      int sum = tile[l];
      if (i + 1 < n) sum += tile[l + 1];
      if (i + 2 < n) sum += tile[l + 2];
      out[i] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
