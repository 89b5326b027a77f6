// Whether a compare-exchange succeeds is no branch of the kernel's: only what asks for its result is.
// options: -cl-std=CL3.0
// launch: global 32 local 32
// arg: x int[32]=zeros
// arg: out int[32]
// expect: clean
// counts: 32 branches 0 divergent_branches 0
__kernel void test(__global atomic_int *x, __global int *out) {
  int i = get_global_id(0), expected = i % 2;
  out[i] = atomic_compare_exchange_strong_explicit(&x[i], &expected, 7, memory_order_relaxed,
                                                   memory_order_relaxed);
}
