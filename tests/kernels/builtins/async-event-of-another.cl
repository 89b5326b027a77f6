// Waiting for one copy is not waiting for the other.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[8]=range
// arg: s local int[4]
// arg: t local int[4]

__kernel void test(__global int *out, __global const int *a, __local int *s, __local int *t) {
  size_t l = get_local_id(0);
  event_t one = async_work_group_copy(s, a, 4, 0);
  event_t two = async_work_group_copy(t, a + 4, 4, 0);
  wait_group_events(1, &one);
  out[l] = s[l] + t[3 - l]; // expect: async-copy-misuse array=t
  wait_group_events(1, &two);
}
