// A pointer may point one past the end as long as nobody looks there.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range
// expect: clean
// out: out 6

__kernel void test(__global int *out, __global const int *a) {
  int sum = 0;
  for (__global const int *p = a; p != a + 4; p++) sum += *p;
  out[0] = sum;
}
