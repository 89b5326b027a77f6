// A conversion beyond an integer's range, on lines that have "/" or "%" in a string or comment only.
// launch: global 1 local 1
// arg: out int[2]
// expect: clean

__kernel void test(__global int *out) {
  /*
   * over two lines */ int unused = (int)1e30f; /* 1 / 0 */
  int x = (int)-1e30f; printf("%d\n", 1); // 5 % 0
  out[0] = out[1] = 1;
}
