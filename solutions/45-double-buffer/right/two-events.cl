// An event for each buffer, in an array, so that it is plain which copy fills which.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  event_t copied[2];
  if (first < end) copied[0] = async_work_group_copy(buffers, a + first, min(size + 2, n - first), 0);
  for (uint which = 0; first < end; which = 1 - which, first += size) {
    __local int *tile = buffers + which * (size + 2);
    size_t later = first + size, i = first + l;
    if (later < end) {
      copied[1 - which] =
          async_work_group_copy(buffers + (1 - which) * (size + 2), a + later, min(size + 2, n - later), 0);
    }
    wait_group_events(1, &copied[which]);
    int sum = 0;
    for (uint j = 0; j < 3 && i + j < n; j++) sum += tile[l + j];
    if (i < n) out[i] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
