// The scope of all devices is that of the device, and orders what work-items of other groups write.
// launch: global 4 local 1
// options: -cl-std=CL3.0
// arg: count int[1]=zeros
// arg: part int[4]
// arg: out int[1]
// out: out 10
// out: count 4
// expect: clean
// emulator-only: other devices need not have this scope

__kernel void test(volatile __global atomic_int *count, __global int *part, __global int *out) {
  size_t g = get_group_id(0);
  part[g] = (int)g + 1;
  int before = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_all_svm_devices);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_all_devices);
  if (before == 3) out[0] = part[0] + part[1] + part[2] + part[3];
}
