// A read that is not volatile may be moved, or made once for all turns.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// out: sum 28

void add(__global float *sum, float x) {
  union { float f; uint u; } old, new;
  do {
    old.f = *sum; // expect: data-race other-line=+2
    new.f = old.f + x;
  } while (atomic_cmpxchg((volatile __global uint *)sum, old.u, new.u) != old.u);
}

__kernel void test(__global float *sum) {
  add(sum, (float)get_global_id(0));
}
