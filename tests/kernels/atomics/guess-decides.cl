// Whether anything is added follows from the plain read.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// emulator-only: what it leaves depends on the order

__kernel void test(__global float *sum) {
  volatile __global uint *bits = (volatile __global uint *)sum;
  uint old;
  do {
    old = *bits; // expect: data-race other-line=+2
    if (old == as_uint(6.0f)) return;
  } while (atomic_cmpxchg(bits, old, as_uint(as_float(old) + (float)get_global_id(0))) != old);
}
