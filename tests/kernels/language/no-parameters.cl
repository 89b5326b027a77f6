// A kernel without parameters.
// launch: global 4 local 2
// expect: clean

__kernel void test(void) {
  int i = get_global_id(0);
  i++;
}
