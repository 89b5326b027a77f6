// The same in an array: both addresses are computed in one way.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// out: sum 28

__kernel void test(__global float *sum) {
  volatile __global uint *bits = (volatile __global uint *)sum;
  size_t i = get_global_id(0) / 8;
  uint old;
  do {
    old = bits[i]; // expect: data-race warning cause=guess other-line=+1
  } while (atomic_cmpxchg(&bits[i], old, as_uint(as_float(old) + (float)get_global_id(0))) != old);
}
