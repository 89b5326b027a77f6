// The source may not change while the copy runs; reading it and using other memory is fine.
// launch: global 4 local 4
// arg: a int[8]=range
// arg: out int[4]
// arg: tile local int[8]

__kernel void test(__global int *a, __global int *out, __local int *tile) {
  size_t l = get_local_id(0);
  tile[4 + l] = 1;
  event_t copied = async_work_group_copy(tile, a, 4, 0);
  out[l] = a[l] + tile[4 + l];
  a[4 + l] = 2;
  a[l] = 3; // expect: async-copy-misuse array=a
  wait_group_events(1, &copied);
  out[l] += tile[l];
}
