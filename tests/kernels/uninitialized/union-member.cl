// A union's float written, its int read: set.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 1073741824

union both {
  float f;
  int i;
};

__kernel void test(__global int *out) {
  union both b;
  b.f = 2.0f;
  out[0] = b.i;
}
