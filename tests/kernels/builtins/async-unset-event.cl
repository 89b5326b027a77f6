// Waiting for an event that was never set.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  event_t e;
  wait_group_events(1, &e); // expect: uninitialized-read
  out[0] = 1;
}
