// An event is released by the first wait for it.
// launch: global 4 local 4
// arg: a const int[4]=range
// arg: out int[4]

__kernel void test(__global const int *a, __global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  event_t copied = async_work_group_copy(tile, a, 4, 0);
  wait_group_events(1, &copied);
  out[l] = tile[l];
  wait_group_events(1, &copied); // expect: async-copy-misuse
}
