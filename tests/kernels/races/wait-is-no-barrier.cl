// wait_group_events waits for copies; what else is in local memory it does not order.
// launch: global 4 local 4
// arg: a const int[4]=range
// arg: out int[4]

__kernel void test(__global const int *a, __global int *out) {
  __local int tile[4], mine[4];
  int l = get_local_id(0);
  mine[l] = l; // expect: data-race cause=fence array=mine other-line=+3
  event_t copied = async_work_group_copy(tile, a, 4, 0);
  wait_group_events(1, &copied);
  out[l] = tile[3 - l] + mine[3 - l];
}
