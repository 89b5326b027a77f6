// A tree reduction in each sub-group with its own barriers, then one for the group.
// options: -cl-std=CL3.0
// launch: global 32 local 16
// subgroup: 8
// arg: out int[2]
// out: out 120 376
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *out) {
  __local int tile[16];
  int l = get_local_id(0), lane = get_sub_group_local_id();
  tile[l] = get_global_id(0);
  for (int step = 4; step > 0; step /= 2) {
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step) tile[l] += tile[l + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = tile[0] + tile[8];
}
