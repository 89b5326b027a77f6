// A buffer of no elements may be passed as long as nobody touches it.
// launch: global 2 local 2
// arg: out int[2]
// arg: nothing const int[0]=range
// arg: n uint=0
// expect: clean
// out: out 7 7

__kernel void test(__global int *out, __global const int *nothing, uint n) {
  size_t i = get_global_id(0);
  out[i] = i < n ? nothing[i] : 7;
}
