// What a group's copy brings into a buffer from local memory that nobody has set is still unset there.
// launch: global 8 local 4
// arg: out float[8]=zeros
// arg: scratch float[8]
__kernel void test(__global float *out, __global float *scratch) {
  __local float tile[4];
  const uint l = get_local_id(0), first = get_group_id(0) * 4;
  if (l != 2) tile[l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done = async_work_group_copy(scratch + first, tile, 4, 0);  // expect: uninitialized-read array=tile index=2 other-line=+2
  wait_group_events(1, &done);
  out[first + l] = scratch[first + l];
}
