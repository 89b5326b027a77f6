// goto can loop as well.
// launch: global 1 local 1
// arg: out int[1]
// limits: steps 100000
// expect: time-limit

__kernel void test(__global int *out) {
  out[0] = 0;
again:
  out[0] += 1;
  goto again;
}
