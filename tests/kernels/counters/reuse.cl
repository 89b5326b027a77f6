// What a group reads again shows beside its transactions: with a cache, or local memory, it would move once.
// launch: global 16,16 local 16,16
// arg: a const float[256]=range
// arg: b const float[256]=range
// arg: out float[256]
// expect: clean
// counts: 32 global_transactions 544 ideal_transactions 416 distinct_pieces 96
// counts: 64 global_transactions 336 ideal_transactions 144 distinct_pieces 48
__kernel void test(__global const float *a, __global const float *b, __global float *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  /* 16 turns, 8 sub-groups of two rows (y). a: the same element for a row, two pieces for a
   * sub-group; 8 bytes are 1 at best. b: 16 elements side by side, 64 bytes: two pieces, 2 at best.
   * 16 * 8 * (2 + 2) = 512, at best 16 * 8 * (1 + 2) = 384. out: 32 elements: 8 * 4 = 32.
   * In sub-groups of 64, 4 of 4 rows, a piece is 64 bytes: 16 * 4 * (4 + 1) + 4 * 4, 16 * 4 * 2 + 16. */
  for (int k = 0; k < 16; k++) sum += a[y * 16 + k] * b[k * 16 + x];
  out[y * 16 + x] = sum;
  /* Each array has 1024 bytes: 32 pieces, or 16. 3 * 32 = 96, 3 * 16 = 48. */
}
