// expect: wrong-answer
// why: Whoever has no element brings -100,000, and elements may be less.

int largest(__local int *tile, int value) {
  int l = get_local_id(0);

  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] = max(tile[l], tile[l + upper]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void below_largest(
    __global int *out,
    __global const int *a,
    __local int *tile, int n) {
  int i = get_global_id(0);

  int value = i < n ? a[i] : -100000;
  int top = largest(tile, value);
  if (i < n) {
    out[i] = value - top;
  }
}
