// A vector load of which one lane was never written.
// launch: global 1 local 1
// arg: out int[4]
// arg: tile local int[4]

__kernel void test(__global int *out, __local int *tile) {
  tile[0] = tile[1] = tile[3] = 5;
  int4 v = vload4(0, tile); // expect: uninitialized-read array=tile index=2
  vstore4(v, 0, out);
}
