// Two copies into one destination at a time.
// launch: global 4 local 4
// arg: a const int[8]=range
// arg: out int[4]

__kernel void test(__global const int *a, __global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  event_t one = async_work_group_copy(tile, a, 4, 0);
  one = async_work_group_copy(tile, a + 4, 4, one); // expect: async-copy-misuse array=tile
  wait_group_events(1, &one);
  out[l] = tile[l];
}
