// Every group has its own different pieces: what two groups touch counts twice.
// launch: global 128 local 64
// arg: a const float[64]=range
// arg: b float[128]=range
// expect: clean
// counts: 32 global_transactions 48 ideal_transactions 48 distinct_pieces 32
__kernel void test(__global const float *a, __global float *b) {
  size_t i = get_local_id(0), g = get_global_id(0);
  /* A group: a's 64 elements are 8 pieces, read once: 8. b's 64 are 8 pieces, read and written: 16,
   * but 8 different ones. Two groups: 2 * 24 transactions, 2 * 16 different pieces. */
  b[g] = b[g] + a[i];
}
