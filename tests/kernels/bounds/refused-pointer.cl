// A pointer that is read out of bounds is one mistake, not another when it is followed.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=2

__kernel void test(__global int *out, int k) {
  int x = 1, y = 2;
  int *where[2] = {&x, &y};
  int *p = where[k]; // expect: out-of-bounds array=where index=2
  out[0] = p[0] + p[5];
  p[1] = 3;
}
