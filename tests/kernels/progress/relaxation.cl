// A loop that goes on while others change something, with barriers in it.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 0 0 0 0

__kernel void test(__global int *out) {
  __local int value[4], changed;
  int l = get_local_id(0);
  value[l] = l;
  if (l == 0) changed = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_or(&changed, 0) != 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) atomic_xchg(&changed, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    int left = atomic_or(&value[(l + 3) % 4], 0);
    if (atomic_min(&value[l], left) > left) atomic_xchg(&changed, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = value[l];
}
