// expect: wrong-answer
// why: The last group is mirrored as if it were full, and so gets the zeros of its empty places.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[size - 1 - l];
}
