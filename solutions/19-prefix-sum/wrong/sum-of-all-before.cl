// expect: over-budget
// why: Right, but the last work-item of a group adds up the whole tile by itself.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);
  tile[l] = i < n ? a[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) {
    int sum = 0;
    for (size_t t = 0; t <= l; t++) sum += tile[t];
    out[i] = sum;
  }
}
