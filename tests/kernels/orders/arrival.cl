// What an update returns tells when the work-item came: nothing is proven.
// launch: global 8 local 4
// arg: arrived int[1]=zeros
// arg: out int[8]
// order: open
// expect: clean

__kernel void test(__global int *arrived, __global int *out) {
  out[atomic_inc(arrived)] = 1;
}
