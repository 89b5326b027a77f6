// The same without an operator that does it at once, through an index that is computed twice.
// launch: global 4 local 4
// arg: own int[2]=zeros
// arg: a const int[4]=(0,1,1,1)

__kernel void test(__global int *own, __global const int *a) {
  int i = get_global_id(0);
  own[a[i]] = own[a[i]] + 1; // expect: data-race array=own cause=update
}
