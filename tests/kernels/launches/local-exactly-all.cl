// A local argument may take all of the local memory that a work-group has.
// launch: global 4 local 4
// arg: out int[4]
// arg: tile local int[16384]
// expect: clean
// counts: 32 local_bytes 65536
__kernel void test(__global int *out, __local int *tile) {
  size_t i = get_global_id(0);
  tile[16383 - i] = (int)i;
  out[i] = tile[16383 - i];
}
