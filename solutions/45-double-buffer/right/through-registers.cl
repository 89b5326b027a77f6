// Without copies of the group: each work-item fetches its part of the next tile into private variables, and stores it after the sums.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  size_t places = 0;
  for (size_t p = l; p < size + 2 && first + p < n; p += size) buffers[p] = a[first + p];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; first < end; first += size) {
    __local int *tile = buffers + places, *other = buffers + (size + 2 - places);
    size_t later = first + size, i = first + l;
    int own = later < end && later + l < n ? a[later + l] : 0;
    if (i < n) out[i] = tile[l] + (i + 1 < n ? tile[l + 1] : 0) + (i + 2 < n ? tile[l + 2] : 0);
    if (later < end) {
      other[l] = own;
      for (size_t p = l + size; p < size + 2 && later + p < n; p += size) other[p] = a[later + p];
    }
    places = size + 2 - places;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
