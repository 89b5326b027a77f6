// Ids of a two-dimensional launch in several groups.
// launch: global 4,4 local 2,2
// arg: out int[16]
// expect: clean
// out: out 0 0 1 1 0 0 1 1 2 2 3 3 2 2 3 3

__kernel void test(__global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 4 + x] = get_group_id(1) * 2 + get_group_id(0);
}
