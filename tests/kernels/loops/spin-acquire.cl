// Waiting by an acquire for another group's release.
// options: -cl-std=CL3.0
// launch: global 2 local 1
// arg: flag int[2]=zeros
// arg: out int[2]
// limits: steps 100000

__kernel void test(__global atomic_int *flag, __global int *out) {
  int i = get_global_id(0);
  if (i == 0)
    while (atomic_load_explicit(&flag[0], memory_order_acquire, memory_scope_device) == 0) { // may: deadlock array=flag // may: deadlock warning array=flag
      atomic_fetch_add_explicit(&flag[1], 1, memory_order_relaxed, memory_scope_device);
    }
  else
    atomic_store_explicit(&flag[0], 1, memory_order_release, memory_scope_device);
  out[i] = 1;
}
