// Local memory serves 32 work-items at a time, whatever the sub-group's width.
// launch: global 16,16 local 16,16
// arg: out float[256]
// expect: clean
// counts: 32 local_accesses 16 bank_conflicts 56
// counts: 64 local_accesses 8 bank_conflicts 56
// counts: 16 local_accesses 32 bank_conflicts 112
__kernel void test(__global float *out) {
  __local float s[16][16];
  size_t x = get_local_id(0), y = get_local_id(1);
  s[y][x] = (float)x; /* 32 words side by side in each phase: no conflict */
  barrier(CLK_LOCAL_MEM_FENCE);
  /* Word 16 x + y. 32 work-items are x = 0..15 of two rows: the even x lie in bank y, the odd ones
   * in 16 + y, 8 words in each of four banks: 8 passes for 1. 256 / 32 phases of 7 too many: 56. Of
   * 16 work-items, one row, two banks have 8 words each: 16 phases of 7 too many. */
  out[y * 16 + x] = s[x][y];
}
