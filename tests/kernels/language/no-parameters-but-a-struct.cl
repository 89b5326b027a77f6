// A kernel without parameters that begins with a variable whose address is taken
// launch: global 1
__kernel void test(void) {
  int x;
  int *p = &x;
  struct pair {
    int a, b;
  } y;
  y.a = *p;  // expect: clean
  p[0] = y.a;
}
