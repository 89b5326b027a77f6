// expect: wrong-answer
// why: Turned round on the way into the tile and again on the way out: everything is where it was.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t first = i - l;
  size_t count = min(get_local_size(0), n - first);
  if (i < n) tile[count - 1 - l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) a[i] = tile[count - 1 - l];
}
