// The usual way to add floats: a plain volatile read, and a compare-exchange that fails where it was stale.
// launch: global 8 local 4
// arg: sum float[1]=zeros
// out: sum 28

void add(volatile __global float *sum, float x) {
  union { float f; uint u; } old, new;
  do {
    old.f = *sum; // expect: data-race warning cause=guess other-line=+2
    new.f = old.f + x;
  } while (atomic_cmpxchg((volatile __global uint *)sum, old.u, new.u) != old.u);
}

__kernel void test(__global float *sum) {
  add(sum, (float)get_global_id(0));
}
