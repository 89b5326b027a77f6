// Only the bits that were set are used.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 1

__kernel void test(__global int *out) {
  __local uchar tile[4];
  tile[0] = 1;
  uchar4 all = vload4(0, tile);
  out[0] = all.x;
}
