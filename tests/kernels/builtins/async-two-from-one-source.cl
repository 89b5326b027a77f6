// Two copies from one source: waiting for the first leaves the second's destination and the source taken.
// launch: global 4 local 4
// arg: a int[4]=range
// arg: out int[4]

__kernel void test(__global int *a, __global int *out) {
  __local int first[4], second[4];
  int l = get_local_id(0);
  event_t one = async_work_group_copy(first, a, 4, 0);
  event_t two = async_work_group_copy(second, a, 4, 0);
  wait_group_events(1, &one);
  out[l] = first[3 - l];
  a[l] = 9;        // expect: async-copy-misuse array=a
  out[l] += second[3 - l]; // expect: async-copy-misuse array=second
  wait_group_events(1, &two);
}
