// A read behind a row's end counts though nobody uses what it gives.
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int tile[2][2];
  tile[1][0] = 1;
  int unused = tile[0][2]; // expect: out-of-bounds array=tile index=2
  out[0] = 0;
}
