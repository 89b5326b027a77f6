// An argument of another type than the kernel declares.
// launch: global 4 local 4
// arg: out float[4]
// expect: invalid-argument

__kernel void test(__global int *out) {
  out[get_global_id(0)] = 1;
}
