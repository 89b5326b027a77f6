// An asynchronous copy is done by the whole group, element after element. Waiting for it is no barrier.
// launch: global 64 local 64
// arg: a const float[64]=range
// arg: out float[64]
// expect: clean
// counts: 32 global_accesses 4 global_transactions 16 ideal_transactions 16 local_accesses 4 bank_conflicts 0 barriers 0
__kernel void test(__global const float *a, __global float *out) {
  __local float tile[64];
  event_t done = async_work_group_copy(tile, a, 64, 0);
  wait_group_events(1, &done);
  out[get_global_id(0)] = tile[get_local_id(0)];
}
