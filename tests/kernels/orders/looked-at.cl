// An atomic read in the same phase sees how many have come: nothing is proven.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// arg: arrived int[1]=zeros
// arg: out int[8]
// order: open
// expect: clean

__kernel void test(__global atomic_int *arrived, __global int *out) {
  atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed);
  out[get_global_id(0)] = atomic_load_explicit(arrived, memory_order_relaxed);
}
