// A strided copy gathers a column.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[16]=range
// arg: tile local int[4]
// expect: clean
// out: out 1 5 9 13

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  event_t copied = async_work_group_strided_copy(tile, a + 1, 4, 4, 0);
  wait_group_events(1, &copied);
  out[l] = tile[l];
}
