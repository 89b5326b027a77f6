// Work-items write their element and their neighbour's.
// launch: global 16 local 8
// arg: x int[17]
// arg: a const int[16]=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)

__kernel void test(__global int *x, __global const int *a) {
  size_t i = get_global_id(0);
  x[i] = a[i], x[i + 1] = a[i]; // expect: data-race cause=same-index array=x
}
