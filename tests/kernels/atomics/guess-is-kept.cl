// What the read found is used for something else, too: it may be stale.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// arg: out float[8]

__kernel void test(__global float *sum, __global float *out) {
  volatile __global float *p = sum;
  float old, new;
  do {
    old = *p; // expect: data-race other-line=+2
    new = old + (float)get_global_id(0);
  } while (atomic_cmpxchg((volatile __global uint *)p, as_uint(old), as_uint(new)) != as_uint(old));
  out[get_global_id(0)] = old;
}
