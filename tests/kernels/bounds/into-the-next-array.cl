// Running off one array never lands in another, wherever they lie.
// launch: global 16 local 4
// arg: first int[8]=zeros
// arg: second int[8]=zeros
// out: second 0 0 0 0 0 0 0 0

__kernel void test(__global int *first, __global int *second) {
  int i = get_global_id(0);
  first[i * 1024] = i + 1; // expect: out-of-bounds array=first
  second[(i - 16) * 4096] = 1; // expect: out-of-bounds array=second
}
