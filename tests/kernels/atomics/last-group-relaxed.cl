// A relaxed counter orders nothing: the last group races with the others.
// options: -cl-std=CL3.0
// launch: global 32 local 4
// arg: partial int[8]=zeros
// arg: arrived int[1]=zeros
// arg: out int[1]
// out: out 496

__kernel void test(__global int *partial, __global atomic_int *arrived, __global int *out) {
  __local int tile[4];
  __local int last;
  size_t l = get_local_id(0);
  tile[l] = (int)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    partial[get_group_id(0)] = tile[0] + tile[1] + tile[2] + tile[3];
    last = atomic_fetch_add_explicit(arrived, 1, memory_order_relaxed, memory_scope_device) ==
           (int)get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0 && last) {
    int sum = 0;
    for (int g = 0; g < 8; g++) sum += partial[g];  // expect: data-race other-line=-7
    out[0] = sum;
  }
}
