// Right shifts of negative numbers keep the sign.
// launch: global 1 local 1
// arg: out int[3]
// arg: x int=-16
// expect: clean
// out: out -4 -1 1073741820

__kernel void test(__global int *out, int x) {
  out[0] = x >> 2;
  out[1] = x >> 31;
  out[2] = (int)((uint)x >> 2);
}
