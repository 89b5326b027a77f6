// One half of the tile is used while the other is being filled.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[16]=range(0,1)
// expect: clean
// out: out 24 28 32 36

__kernel void test(__global int *out, __global const int *a) {
  __local int tile[2][4];
  size_t l = get_local_id(0);
  int sum = 0;
  event_t copied = async_work_group_copy(tile[0], a, 4, 0);
  for (int k = 0; k < 4; k++) {
    wait_group_events(1, &copied);
    if (k < 3) copied = async_work_group_copy(tile[(k + 1) % 2], a + 4 * (k + 1), 4, 0);
    sum += tile[k % 2][3 - (3 - l)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[l] = sum;
}
