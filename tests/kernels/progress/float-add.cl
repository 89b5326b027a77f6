// Adding floats by compare-exchange: who fails does so because another has succeeded, and needs nobody to go on.
// launch: global 16 local 8
// arg: sum float[2]=zeros
// expect: clean
// out: sum 120 120

void add_reloading(volatile __global float *p, float x) {
  union { uint u; float f; } old, new;
  do {
    old.u = atomic_or((volatile __global uint *)p, 0);
    new.f = old.f + x;
  } while (atomic_cmpxchg((volatile __global uint *)p, old.u, new.u) != old.u);
}

void add_keeping(volatile __global float *p, float x) {
  uint old = as_uint(0.0f), found;
  while ((found = atomic_cmpxchg((volatile __global uint *)p, old, as_uint(as_float(old) + x))) != old)
    old = found;
}

__kernel void test(__global float *sum) {
  add_reloading(&sum[0], (float)get_global_id(0));
  add_keeping(&sum[1], (float)get_global_id(0));
}
