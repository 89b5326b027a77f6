// A loop that steps over its end.
// launch: global 1 local 1
// arg: out int[1]
// arg: n uint=7
// limits: steps 100000
// expect: time-limit

__kernel void test(__global int *out, uint n) {
  int sum = 0;
  for (uint i = 0; i != n; i += 2) sum += (int)i;
  out[0] = sum;
}
