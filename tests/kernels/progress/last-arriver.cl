// The last one of the group to arrive does what is left; nobody waits.
// launch: global 8 local 4
// arg: sum int[2]=zeros
// arg: out int[2]
// expect: clean
// out: out 6 22

__kernel void test(__global int *sum, __global int *out) {
  __local int arrived;
  int g = get_group_id(0);
  if (get_local_id(0) == 0) arrived = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum[g], (int)get_global_id(0));
  if (atomic_inc(&arrived) == 3) {
    int total = 0;
    while (total != atomic_or(&sum[g], 0)) total = atomic_or(&sum[g], 0);
    out[g] = total;
  }
}
