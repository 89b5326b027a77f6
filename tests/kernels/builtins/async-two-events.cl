// Two copies under one wait, and two that share an event.
// launch: global 4 local 4
// arg: out float4[4]
// arg: a const float4[4]=range
// arg: b const float4[4]=range
// arg: s local float4[4]
// arg: t local float4[4]
// expect: clean
// out: out 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30

__kernel void test(__global float4 *out, __global const float4 *a, __global const float4 *b,
                   __local float4 *s, __local float4 *t) {
  size_t l = get_local_id(0);
  event_t copied[2];
  copied[0] = async_work_group_copy(s, a, 4, 0);
  copied[1] = async_work_group_copy(t, b, 4, 0);
  wait_group_events(2, copied);
  float4 first = s[l] + t[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t both = async_work_group_copy(s, a, 4, 0);
  both = async_work_group_copy(t, b, 4, both);
  wait_group_events(1, &both);
  out[l] = (first + s[l] + t[l]) / 2;
}
