// A private vector seen as an array, one lane too far.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=4

__kernel void test(__global int *out, int k) {
  int4 v = (int4)(1, 2, 3, 4);
  int *lanes = (int *)&v;
  out[0] = lanes[k]; // expect: out-of-bounds
}
