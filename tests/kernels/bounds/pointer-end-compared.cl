// The address past the end may be formed and compared.
// launch: global 1 local 1
// arg: a int[4]=zeros
// arg: out int[2]
// expect: clean
__kernel void test(__global int *a, __global int *out) {
  __global int *e = a + 4;
  int n = 0;
  for (__global int *p = a; p != e; p++) n++;
  out[0] = n;
  out[1] = (a + 3) - (a + 1);
}
