// Elements that are read for nothing, in helpers and under a factor of zero.
// launch: global 1 local 1
// arg: a const int[4]=range
// arg: out int[2]

void look(__global const int *a, int i) {
  int x = a[i];   // expect: out-of-bounds array=a index=4
  (void)a[i + 1]; // expect: out-of-bounds array=a index=5
}

int product(int x, int y) { return x * y; }

__kernel void test(__global const int *a, __global int *out) {
  look(a, 4);
  out[0] = a[7] * 0;         // expect: out-of-bounds array=a index=7
  out[1] = product(a[8], 0); // expect: out-of-bounds array=a index=8
}
