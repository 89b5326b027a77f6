// Writing through a pointer to const.

__kernel void test(__global const int *a) {
  a[0] = 1; // expect: compile-error
}
