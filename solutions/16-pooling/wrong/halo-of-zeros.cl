// expect: wrong-answer
// why: The halo is filled with zeros in every group, and only the first has nothing before it.

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l + 2] = i < n ? a[i] : 0;
  if (l == 0) {
    tile[0] = 0;
    tile[1] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + tile[l + 1] + tile[l + 2];
}
