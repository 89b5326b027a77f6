// Every work-item must give the copy the same arguments.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[8]=range
// arg: tile local int[8]

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  event_t copied = async_work_group_copy(tile + l, a + l, 1, 0); // expect: async-copy-misuse
  wait_group_events(1, &copied);
  out[l] = l;
}
