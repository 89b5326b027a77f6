// A private array that no work-item has room for.
// launch: global 1 local 1
// arg: out int[1]
// arg: n int=3
// emulator-only: other devices may have more

__kernel void test(__global int *out, int n) {
  int small[16];
  int huge[1 << 20]; // expect: stack-overflow array=huge
  huge[n] = small[n & 15] = n;
  out[0] = huge[n];
}
