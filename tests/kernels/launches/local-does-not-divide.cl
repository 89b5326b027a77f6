// In OpenCL 1.2 the local size divides the global size in each dimension.
// launch: global 8,9 local 4,2
// arg: out int[72]
// expect: invalid-launch

__kernel void test(__global int *out) {
  out[get_global_id(1) * 8 + get_global_id(0)] = 1;
}
