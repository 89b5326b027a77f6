// More work-items in a group than the device has.
// launch: global 64,64 local 64,64
// arg: out int[1]
// expect: invalid-launch

__kernel void test(__global int *out) {
  if (get_global_id(0) + get_global_id(1) == 0) out[0] = 1;
}
