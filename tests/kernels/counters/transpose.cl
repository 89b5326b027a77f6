// A tile that is read by columns has all its elements of a column in one bank.
// launch: global 32,32 local 32,32
// arg: a const float[1024]=range
// arg: out float[1024]
// expect: clean
// counts: 32 local_accesses 64 bank_conflicts 992 global_transactions 256 ideal_transactions 256 barriers 1 local_bytes 4096 occupancy_percent 100
// counts: 16 local_accesses 128 bank_conflicts 960
// counts: 8 local_accesses 256 bank_conflicts 896
// counts: 64 local_accesses 32 bank_conflicts 992
// counts: 1 local_accesses 2048 bank_conflicts 0
__kernel void test(__global const float *a, __global float *out) {
  __local float tile[32][32];
  size_t x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = a[y * 32 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  /* 32 work-items want 32 words of one bank, and are served at a time: 31 passes too many for each
   * row, however wide sub-groups are. Of 16 and 8, 15 and 7 too many for 64 and 128. */
  out[y * 32 + x] = tile[x][y];
}
