// The last to come leaves its value.
// launch: global 8 local 4
// arg: last int[1]=zeros
// order: open
// expect: clean

__kernel void test(__global int *last) { atomic_xchg(last, (int)get_global_id(0)); }
