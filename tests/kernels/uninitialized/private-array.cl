// One element of a private array is never set.
// launch: global 2 local 2
// arg: out int[2]
// arg: k int=2

__kernel void test(__global int *out, int k) {
  int own[4];
  own[0] = own[1] = own[3] = 1;
  out[get_global_id(0)] = own[k]; // expect: uninitialized-read array=own index=2
}
