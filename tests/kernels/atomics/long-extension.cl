// 64-bit atomics of cl_khr_int64_base_atomics and extended_atomics in OpenCL C 1.2.
// launch: global 8 local 4
// arg: x long[6]=(0,100,5,-9,15,0)
// arg: u ulong[2]=(9,3)
// out: x 28 92 -7 7 0 255
// out: u 0 18446744073709551615
// expect: clean

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

__kernel void test(__global long *x, __global ulong *u) {
  long i = get_global_id(0);
  atom_add(&x[0], i);
  atom_dec(&x[1]);
  atom_min(&x[2], i - 7);
  atom_max(&x[3], i);
  atom_and(&x[4], (long)0);
  atom_or(&x[5], 1L << i);
  atom_min(&u[0], (ulong)i);
  atom_max(&u[1], (ulong)-1);
}
