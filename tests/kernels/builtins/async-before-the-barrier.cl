// Without a barrier, the copy may begin before all have written what it copies.
// launch: global 4 local 4
// arg: out int[4]
// arg: tile local int[4]

__kernel void test(__global int *out, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = l; // expect: data-race array=tile other-line=+1
  event_t copied = async_work_group_copy(out, tile, 4, 0);
  wait_group_events(1, &copied);
}
