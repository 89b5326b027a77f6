// What a work-item writes without a barrier before the group copies it races with the copy.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  tile[3 - l] = l; // expect: data-race array=tile other-line=+1
  event_t copied = async_work_group_copy(out, tile, 4, 0);
  wait_group_events(1, &copied);
}
