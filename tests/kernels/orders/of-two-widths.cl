// Additions of two widths at one place: a carry of the narrow one is lost, of the wide one not.
// options: -cl-std=CL2.0
// launch: global 8 local 4
// arg: x uint[2]=zeros
// order: open
// expect: clean

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void test(__global uint *x) {
  if (get_global_id(0) % 2 == 0)
    atomic_add(x, 0x80000000u);
  else
    atom_add((volatile __global ulong *)x, 1ul << 31);
}
