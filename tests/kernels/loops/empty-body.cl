// An endless loop with nothing in it is not optimised away.
// launch: global 1 local 1
// arg: out int[1]
// limits: steps 100000
// expect: time-limit

__kernel void test(__global int *out) {
  for (;;) {
  }
}
