// The least of all: minima commute, and nobody asks for what was there before.
// launch: global 16 local 4
// arg: a const int[16]=(7,5,9,3,8,6,4,2,11,12,1,13,5,5,5,5)
// arg: least int[1]=(100)
// out: least 1
// order: proven
// expect: clean

__kernel void test(__global const int *a, __global int *least) { atomic_min(least, a[get_global_id(0)]); }
