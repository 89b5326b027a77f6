// A copy that is longer than its source.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[3]=range
// arg: tile local int[4]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  event_t copied = async_work_group_copy(tile, a, 4, 0); // expect: out-of-bounds
  wait_group_events(1, &copied);
  out[l] = l;
}
