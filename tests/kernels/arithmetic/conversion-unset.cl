// A float that nobody set is no number: that is what is found, not what it would become.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  float x;
  out[0] = x;  // expect: uninitialized-read
}
