// Two copies from one source, both waited for; then everything is free.
// launch: global 4 local 4
// arg: a int[4]=range
// arg: out int[4]
// expect: clean
// out: out 6 6 6 6
// out: a 9 9 9 9

__kernel void test(__global int *a, __global int *out) {
  __local int first[4], second[4];
  int l = get_local_id(0);
  event_t one = async_work_group_copy(first, a, 4, 0);
  event_t two = async_work_group_copy(second, a, 4, 0);
  wait_group_events(1, &one);
  wait_group_events(1, &two);
  out[l] = first[3 - l] + second[3 - l] + 2 * l;
  a[l] = 9;
}
