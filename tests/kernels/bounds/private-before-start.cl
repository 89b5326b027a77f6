// A private array has a beginning, too.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=-1

__kernel void test(__global int *out, int k) {
  int own[2] = {5, 6};
  out[0] = own[k]; // expect: out-of-bounds array=own index=-1
}
