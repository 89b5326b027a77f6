// Doubles, where the device has them.
// launch: global 2 local 2
// arg: out double[2]
// arg: a const double[2]=(0.1,2)
// tolerance: 1e-14
// expect: clean
// out: out 0.3998334166468282 6.909297426825682

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void test(__global double *out, __global const double *a) {
  size_t i = get_global_id(0);
  out[i] = sin(a[i]) + a[i] * 3.0;
}
