// A row's last element is the next row's first, too.
// launch: global 16 local 8
// arg: x int[24]
// arg: a const int[16]=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16)

__kernel void test(__global int *x, __global const int *a) {
  size_t i = get_global_id(0);
  size_t group = get_group_id(0);
  x[i - group] = a[i]; // expect: data-race cause=same-index array=x index=7
}
