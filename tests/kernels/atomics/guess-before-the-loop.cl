// The first value is read plainly, the others are what the exchange has found.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// out: sum 28

__kernel void test(__global float *sum) {
  volatile __global uint *bits = (volatile __global uint *)sum;
  uint seen = *bits, expected; // expect: data-race warning cause=guess other-line=+3
  do {
    expected = seen;
    seen = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + (float)get_global_id(0)));
  } while (seen != expected);
}
