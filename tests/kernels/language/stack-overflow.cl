// A private array that no work-item has room for.
// launch: global 1 local 1
// arg: output int out 1
// arg: scalar int n 3
// emulator-only: other devices may have more
// expect: memory-limit

__kernel void test(__global int *out, int n) {
  int huge[100000000];
  huge[n] = n;
  out[0] = huge[n];
}
