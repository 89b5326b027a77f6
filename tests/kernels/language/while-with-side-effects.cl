// Side effects in conditions happen once.
// launch: global 1 local 1
// arg: out int[2]
// expect: clean
// out: out 5 6

__kernel void test(__global int *out) {
  int j = 0, calls = 0;
  while (calls++, j < 5) j++;
  out[0] = j;
  out[1] = calls;
}
