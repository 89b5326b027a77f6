// Atomic updates are counted, and wait for those of the same element.
// launch: global 64 local 32
// arg: bins int[4]=zeros
// expect: clean
// out: bins 16 16 16 16
// counts: 32 global_atomics 64 max_global_atomics 1 atomic_conflicts 56 global_transactions 2 local_atomics 0
// counts: 4 atomic_conflicts 0
__kernel void test(__global int *bins) {
  atomic_inc(&bins[get_global_id(0) % 4]);
}
