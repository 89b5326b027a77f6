// Groups of one work-item add to one element of global memory.
// launch: global 4 local 1
// arg: out int[1]=zeros
// arg: a const int[4]=range(1,1)

__kernel void test(__global int *out, __global const int *a) {
  out[0] += a[get_global_id(0)] > 2 ? 1 : 2; // expect: data-race array=out cause=update
}
