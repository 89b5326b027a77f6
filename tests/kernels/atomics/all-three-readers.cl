// A writer that has acquired from all three readers races with none.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: flags int[3]=zeros
// arg: x int[1]=(5)
// arg: out int[4]
// expect: clean

__kernel void test(__global atomic_int *flags, __global int *x, __global int *out) {
  size_t l = get_local_id(0);
  __local int turn;
  if (l < 3) {
    out[l] = x[0];
    atomic_store_explicit(&flags[l], 1, memory_order_release, memory_scope_device);
  }
  barrier(0);
  if (l == 3) {
    turn = atomic_load_explicit(&flags[0], memory_order_acquire, memory_scope_device);
    turn += atomic_load_explicit(&flags[1], memory_order_acquire, memory_scope_device);
    turn += atomic_load_explicit(&flags[2], memory_order_acquire, memory_scope_device);
    x[0] = 6;
    out[3] = turn;
  }
}
