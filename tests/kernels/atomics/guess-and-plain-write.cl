// Another work-item writes the element plainly: the exchange does not see that.
// launch: global 2 local 2
// arg: sum float[1]=zeros
// emulator-only: what it leaves depends on the order

__kernel void test(__global float *sum) {
  volatile __global uint *bits = (volatile __global uint *)sum;
  uint old;
  if (get_global_id(0) == 1) {
    *sum = 1.0f; // may: data-race other-line=+4
    return;
  }
  do {
    old = *bits; // may: data-race other-line=-4
  } while (atomic_cmpxchg(bits, old, as_uint(as_float(old) + 1.0f)) != old); // may: data-race other-line=-5
}
