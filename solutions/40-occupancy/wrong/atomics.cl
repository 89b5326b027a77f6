// expect: over-budget
// why: Right, and small; but work-items with equal values wait for each other, and this puzzle allows no atomic operation.

__kernel void count_values(
    __global int *out,
    __global const int *a, uint n, uint k) {
  __local int own[32];
  size_t l = get_local_id(0);
  size_t group = get_group_id(0);
  size_t first = group * 256 * k;

  if (l < 32) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n) {
      atomic_inc(&own[a[i]]);
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (l < 32) {
    int sum = own[l];
    out[group * 32 + l] = sum;
  }
}
