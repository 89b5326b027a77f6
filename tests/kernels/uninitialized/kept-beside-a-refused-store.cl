// A store outside of an array, of what nobody set, changes nothing of what is known of others.
// launch: global 1 local 1
// arg: x int[2]
// arg: n int=2
__kernel void test(__global int *x, int n) {
  __local int u[4], p[2], q[2];
  p[0] = u[0];  // expect: uninitialized-read array=u index=0 other-line=+3
  q[0] = u[1];  // expect: uninitialized-read array=u index=1 other-line=+3
  p[n] = u[2];  // expect: out-of-bounds array=p index=2
  x[0] = p[0];
  x[1] = q[0];
}
