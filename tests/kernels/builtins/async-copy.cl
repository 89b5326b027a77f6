// A group copies its tile in and out, and waits for both.
// launch: global 8 local 4
// arg: out int[8]
// arg: a const int[8]=range
// arg: tile local int[4]
// expect: clean
// out: out 3 2 1 0 7 6 5 4

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t start = get_group_id(0) * 4, l = get_local_id(0);
  event_t copied = async_work_group_copy(tile, a + start, 4, 0);
  wait_group_events(1, &copied);
  int mine = tile[3 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t back = async_work_group_copy(out + start, tile, 4, 0);
  wait_group_events(1, &back);
}
