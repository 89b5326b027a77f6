// Swapping two variables of which one is unset, then using the set one.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 4

__kernel void test(__global int *out) {
  int a = 4, b;
  int kept = a;
  a = b;
  b = kept;
  out[0] = b;
}
