// Events are not numbers.
kernel void test(global int *x) {
  event_t e = 1 + 2;  // expect: compile-error
  x[0] = 1;
}
