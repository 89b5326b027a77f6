// The first work-item prepares something, the others wait for its flag instead of a barrier.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: out int[8]
// limits: steps 100000

__kernel void test(__global int *out) {
  __local atomic_int ready;
  __local int tile[4];
  int l = get_local_id(0);
  if (l == 0) atomic_init(&ready, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    for (int i = 0; i < 4; i++) tile[i] = i * i;
    atomic_store_explicit(&ready, 1, memory_order_release, memory_scope_work_group);
  }
  while (!atomic_load_explicit(&ready, memory_order_acquire, memory_scope_work_group)) { // expect: deadlock array=ready
  }
  out[get_global_id(0)] = tile[3 - l];
}
