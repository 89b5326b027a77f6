// A lock that its owner keeps: the others wait for ever, and the finding names the owner.
// launch: global 2 local 2
// arg: lock int[1]=zeros
// arg: out int[2]
// limits: steps 100000

__kernel void test(__global volatile int *lock, __global int *out) {
  size_t i = get_global_id(0);
  while (atomic_cmpxchg(lock, 0, 1) != 0) { // expect: deadlock array=lock
  }
  out[i] = 1;
}
