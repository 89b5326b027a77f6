// A message is passed from group to group by a store that releases and a load that acquires.
// options: -cl-std=CL3.0
// launch: global 4 local 1
// arg: ready int[5]=(1,0,0,0,0)
// arg: message int[5]=zeros
// arg: out int[4]
// expect: clean

__kernel void test(__global atomic_int *ready, __global int *message, __global int *out) {
  size_t g = get_group_id(0);
  out[g] = -1;
  if (atomic_load_explicit(&ready[g], memory_order_acquire, memory_scope_device)) {
    message[g + 1] = message[g] + 1;
    out[g] = message[g];
    atomic_store_explicit(&ready[g + 1], 1, memory_order_release, memory_scope_device);
  }
}
