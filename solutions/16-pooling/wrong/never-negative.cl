// expect: runtime-error out-of-bounds
// why: An id has no sign, so `i - 2 >= 0` is always true and keeps nobody out.
// expect-line: 12

__kernel void pooling(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    int sum = tile[l];
    if (i - 1 >= 0) sum += l >= 1 ? tile[l - 1] : a[i - 1];
    if (i - 2 >= 0) sum += l >= 2 ? tile[l - 2] : a[i - 2];
    out[i] = sum;
  }
}
