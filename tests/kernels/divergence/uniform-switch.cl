// A switch on the group's id holds barriers that the whole group meets.
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 3 2 1 0 10 11 12 13

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0), value = 10 + l;
  tile[l] = l;
  switch (get_group_id(0)) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[3 - l];
    break;
  default:
    barrier(CLK_LOCAL_MEM_FENCE);
    break;
  }
  out[get_global_id(0)] = value;
}
