// Each work-item reads and writes its own elements, a whole row at once in better code.
// launch: global 16 local 8
// arg: x int[16]=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)
// arg: a const int[16]=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)
// expect: clean
// out: x 2 6 12 20 30 42 56 72 90 110 132 156 182 210 240 272

__kernel void test(__global int *x, __global const int *a) {
  size_t i = get_global_id(0);
  x[i] = x[i] * a[i];
  x[i] = x[i] + a[i];
}
