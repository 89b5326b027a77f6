// printf writes what C's would.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// printed: i=7 u=42 f=1.50 v=1,2,3,4 s=text %

__kernel void test(__global int *out) {
  out[0] = 0;
  printf("i=%d u=%u f=%.2f v=%v4hld s=%s %%\n", 7, 42u, 1.5f, (int4)(1, 2, 3, 4), "text");
}
