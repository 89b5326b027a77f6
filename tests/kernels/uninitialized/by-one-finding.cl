// Many reads of one unset array at one place are one finding.
// launch: global 256 local 64
// arg: out int[256]

__kernel void test(__global int *out) {
  __local int tile[64];
  out[get_global_id(0)] = tile[get_local_id(0)]; // expect: uninitialized-read array=tile
}
