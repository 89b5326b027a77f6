// expect: runtime-error out-of-bounds
// why: A tile of its own in place of the given one, for groups of 126 at most.

__kernel void pooling(
    __global int *out,
    __global const int *a,
    __local int *tile, uint n) {
  __local int own[128];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  size_t first = i - l;

  for (size_t t = l; t < size + 2; t += size) {
    size_t place = first + t;
    bool exists = place >= 2 && place < n + 2;
    own[t] = exists ? a[place - 2] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (i < n) {
    out[i] = own[l] + own[l + 1] + own[l + 2];
  }
}
