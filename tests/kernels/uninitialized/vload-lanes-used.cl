// Only the lanes that were written are used.
// launch: global 1 local 1
// arg: out int[1]
// arg: tile local int[4]
// expect: clean
// out: out 10

__kernel void test(__global int *out, __local int *tile) {
  tile[0] = tile[1] = 5;
  int4 v = vload4(0, tile);
  out[0] = v.x + v.y;
}
