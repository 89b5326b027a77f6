// What a group's copy has brought into a buffer unset is set by a later store.
// launch: global 8 local 4
// arg: out float[8]=zeros
// arg: scratch float[8]
// expect: clean
// out: out 0 1 7 3 0 1 7 3
__kernel void test(__global float *out, __global float *scratch) {
  __local float tile[4];
  const uint l = get_local_id(0), first = get_group_id(0) * 4;
  if (l != 2) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done = async_work_group_copy(scratch + first, tile, 4, 0);
  wait_group_events(1, &done);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (l == 2) scratch[first + l] = 7;
  out[first + l] = scratch[first + l];
}
