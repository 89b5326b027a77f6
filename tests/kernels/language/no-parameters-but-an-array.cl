// A kernel without parameters that begins with an array
// launch: global 1
__kernel void test(void) {
  int x[4];
  x[0] = 1;
  x[x[0]] = x[0];  // expect: clean
}
