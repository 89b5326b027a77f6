// expect: wrong-answer
// why: The sum is kept in a short.

__kernel void pooling(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;

  for (size_t t = l; t < size + 2; t += size) {
    size_t place = first + t;
    bool exists = place >= 2 && place < n + 2;
    tile[t] = exists ? a[place - 2] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n) {
    short sum = tile[l] + tile[l + 1] + tile[l + 2];
    out[i] = sum;
  }
}
