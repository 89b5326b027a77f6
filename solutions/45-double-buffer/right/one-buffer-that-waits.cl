// One buffer, and a copy that is waited for at once: right, but nothing is fetched ahead.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  for (; first < end; first += size) {
    size_t i = first + l;
    event_t copied = async_work_group_copy(buffers, a + first, min(size + 2, n - first), 0);
    wait_group_events(1, &copied);
    if (i < n) out[i] = buffers[l] + (i + 1 < n ? buffers[l + 1] : 0) + (i + 2 < n ? buffers[l + 2] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
