// The exchange is at another address than the read: that it succeeds says nothing of what was read.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// out: sum 28

__kernel void test(__global float *sum) {
  volatile __global uint *bits = (volatile __global uint *)sum;
  size_t i = get_global_id(0);
  uint old;
  do {
    old = bits[i / 8]; // expect: data-race other-line=+1
  } while (atomic_cmpxchg(&bits[(i + 8) / 16], old, as_uint(as_float(old) + (float)i)) != old);
}
