// On the way up, sums of 2, 4, 8, … elements are made; on the way down, they are handed on to the
// places between. Fewer additions than elements are made in each of the two halves.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t step = 1;
  for (; step < size; step *= 2) {
    size_t place = 2 * step * (l + 1) - 1;
    if (place < size) tile[place] += tile[place - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (step /= 2; step > 0; step /= 2) {
    size_t place = 2 * step * (l + 1) - 1 + step;
    if (place < size) tile[place] += tile[place - step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n) out[i] = tile[l];
}
