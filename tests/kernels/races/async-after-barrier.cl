// Written, a barrier, copied, waited for, read by others.
// launch: global 4 local 4
// arg: x int[4]=zeros
// arg: out int[4]
// expect: clean
// out: x 0 1 2 3
// out: out 3 2 1 0

__kernel void test(__global int *x, __global int *out) {
  __local int tile[4], back[4];
  int l = get_local_id(0);
  tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(x, tile, 4, 0);
  wait_group_events(1, &copied);
  copied = async_work_group_copy(back, x, 4, 0);
  wait_group_events(1, &copied);
  out[l] = back[3 - l];
}
