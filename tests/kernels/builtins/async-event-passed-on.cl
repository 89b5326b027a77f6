// One event for two copies, in a list with another one.
// launch: global 4 local 4
// arg: a const int[8]=range
// arg: out int[4]
// expect: clean
// out: out 11 11 11 11

__kernel void test(__global const int *a, __global int *out) {
  __local int one[4], two[4], three[4];
  int l = get_local_id(0);
  event_t events[2];
  events[0] = async_work_group_copy(one, a, 4, 0);
  events[0] = async_work_group_copy(two, a + 4, 4, events[0]);
  events[1] = async_work_group_copy(three, a, 4, 0);
  wait_group_events(2, events);
  out[l] = one[3 - l] + two[l] + three[l] + 4 - l;
}
