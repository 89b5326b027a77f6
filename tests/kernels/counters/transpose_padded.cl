// A column more in the tile spreads its columns over all banks.
// launch: global 32,32 local 32,32
// arg: a const float[1024]=range
// arg: out float[1024]
// expect: clean
// counts: 32 local_accesses 64 bank_conflicts 0 local_bytes 4224
// counts: 64 local_accesses 32 bank_conflicts 0
__kernel void test(__global const float *a, __global float *out) {
  __local float tile[32][33];
  size_t x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 32 + x] = tile[x][y];
}
