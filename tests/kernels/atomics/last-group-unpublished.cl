// Without a barrier for global memory before the release, it publishes one work-item's writes alone.
// options: -cl-std=CL3.0
// launch: global 32 local 4
// arg: part int[32]=zeros
// arg: arrived int[1]=zeros
// arg: out int[4]
// out: out 112 120 128 136

__kernel void test(__global int *part, __global atomic_int *arrived, __global int *out) {
  __local int last;
  size_t l = get_local_id(0), i = get_global_id(0);
  part[i] = (int)i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    last = atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device) == 7;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (last) {
    int sum = 0;
    for (int g = 0; g < 8; g++) sum += part[4 * g + l];  // expect: data-race other-line=12
    out[l] = sum;
  }
}
