// Lanes of one vector written by different work-items are different elements.
// launch: global 4 local 4
// arg: out int4[1]
// expect: clean
// out: out 0 1 2 3

__kernel void test(__global int4 *out) {
  int i = get_global_id(0);
  ((__global int *)out)[i] = i;
}
