// A compare-and-exchange loop that adds floats.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// expect: clean
// out: sum 28

__kernel void test(__global float *sum) {
  volatile __global int *bits = (volatile __global int *)sum;
  int seen = atomic_or(bits, 0), expected;
  do {
    expected = seen;
    seen = atomic_cmpxchg(bits, expected, as_int(as_float(expected) + (float)get_global_id(0)));
  } while (seen != expected);
}
