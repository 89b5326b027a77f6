// Each group copies its part out, gathered with a stride, in several groups.
// launch: global 8 local 4
// arg: out int[16]
// arg: tile local int[4]
// expect: clean
// out: out 0 4 0 4 1 5 1 5 2 6 2 6 3 7 3 7

__kernel void test(__global int *out, __local int *tile) {
  size_t l = get_local_id(0), g = get_group_id(0);
  tile[l] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_strided_copy(out + g, tile, 4, 4, 0);
  wait_group_events(1, &copied);
  copied = async_work_group_strided_copy(out + 2 + g, tile, 4, 4, 0);
  wait_group_events(1, &copied);
}
