// Work-items take their work from a relaxed counter: every index is somebody's alone.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: next int[1]=zeros
// arg: x int[20]=zeros
// arg: sum int[1]=zeros
// out: sum 190
// expect: clean

__kernel void test(__global atomic_int *next, __global int *x, __global atomic_int *sum) {
  for (;;) {
    int i = atomic_fetch_add_explicit(next, 1, memory_order_relaxed);
    if (i >= 20) break;
    x[i] = i;
    atomic_fetch_add_explicit(sum, x[i], memory_order_relaxed);
  }
}
