// A launch of no work-items.
// launch: global 0 local 1
// arg: out int[1]
// expect: invalid-launch

__kernel void test(__global int *out) {
  out[0] = 1;
}
