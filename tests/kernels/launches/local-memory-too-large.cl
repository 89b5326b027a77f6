// More local memory than a group has.
// launch: global 4 local 4
// arg: out int[4]
// arg: scratch local int[10000]
// expect: invalid-launch

__kernel void test(__global int *out, __local int *scratch) {
  __local int more[10000];
  more[get_local_id(0)] = scratch[get_local_id(0)] = 1;
  out[get_global_id(0)] = more[0];
}
