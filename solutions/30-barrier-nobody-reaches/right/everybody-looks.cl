// One barrier, and then nobody is needed any more: each work-item looks through the whole tile by
// itself, so those without an element may leave.

__kernel void below_largest(__global int *out, __global const int *a, __local int *tile,
                            int n) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  int elements = min((int)get_local_size(0), n - (i - l));
  int top = tile[0];
  for (int j = 1; j < elements; j++) top = max(top, tile[j]);
  out[i] = tile[l] - top;
}
