// Functions have no addresses.
kernel void test(global int *x) {
  int (*f)(int) = 0;  // expect: compile-error
  x[0] = 1;
}
